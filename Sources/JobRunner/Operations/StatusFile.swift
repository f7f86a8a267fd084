// `status.json`: what the watcher is doing, replaced as a whole. It stands in the inbox and in the
// store, so that a fault of one can be read in the other.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// Writes the status.
struct StatusFile {
  /// Whether the watcher can do its work.
  enum State: String {
    case watching
    /// The inbox cannot be looked into.
    case degraded
    case stopped
  }

  /// What the loop knows.
  struct Snapshot {
    let state: State
    let mode: WatchMode
    let waiting: Int
    let sidecars: Int
    let working: Int
  }

  private static let schema = "sagevoice/status/1"

  private let watcher: Watcher
  private var written: Int?

  init(_ watcher: Watcher) { self.watcher = watcher }

  /// Whether something happened since it was written.
  var isBehind: Bool { written != watcher.status.version }

  /// Replaces the file, as far as that is possible now.
  mutating func write(_ snapshot: Snapshot) {
    written = watcher.status.version
    let bytes = json(snapshot).fileBytes
    let files = watcher.parts.files
    for path in [watcher.layout.status, watcher.parts.store.root + "/status.json"] {
      try? files.replace(path, with: bytes, durability: .eventual)
    }
  }

  private func json(_ snapshot: Snapshot) -> JSONValue {
    let (mode, interval, reason) = Self.facts(of: snapshot.mode)
    return .object(
      [
        .init("schema", .string(Self.schema)),
        .init("updated_at", .string(watcher.parts.environment.timestamp())),
        .init("software", "sagevoice"), .init("version", .string(SoftwareVersion.current)),
        .init("state", .string(snapshot.state.rawValue)), .init("mode", .string(mode)),
        .init("poll_interval_s", interval), .init("poll_reason", reason),
        .init("files_waiting", .int(snapshot.waiting)),
        .init("sidecars_waiting", .int(snapshot.sidecars)),
        .init("recordings_in_work", .int(snapshot.working)),
      ] + watcher.status.members)
  }

  private static func facts(of mode: WatchMode) -> (String, JSONValue, JSONValue) {
    switch mode {
    case .inotify: ("inotify", .null, .null)
    case .polling(let interval, let reason):
      ("poll", .number(Double(interval.milliseconds) / 1000), .string(reason))
    }
  }
}
