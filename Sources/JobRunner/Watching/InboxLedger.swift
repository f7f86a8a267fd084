// Which recordings of an inbox went into which sessions: so that one that stays is not analysed
// again, and so that what is told of a recording later finds its session. It is a memory, not the
// truth: a recording that it forgot is recognised by its contents.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The memory of an inbox.
package final class InboxLedger: Sendable {
  /// A recording and its session.
  package struct Entry: Sendable, Equatable {
    /// The path from the inbox.
    package var path: String
    package var stamp: FileStamp
    package var session: SessionID

    package init(path: String, stamp: FileStamp, session: SessionID) {
      self.path = path
      self.stamp = stamp
      self.session = session
    }
  }

  private struct State {
    var byPath: [String: Entry] = [:]
    var order = Queue<String>()
    var lines = 0
  }

  private static let schema = "sagevoice/ledger/1"

  /// Recordings that left the inbox are remembered for what may still be told of them [E].
  private static let mostGone = 1000

  private let path: String
  private let files: any FileSystem
  private let keeps: AudioPolicy
  private let state = Mutex(State())

  /// The memory in a file, as far as it can be read.
  package init(at path: String, files: any FileSystem, keeping keeps: AudioPolicy) {
    self.path = path
    self.files = files
    self.keeps = keeps
    let bytes = (try? files.read(path)) ?? []
    state.withLock { state in
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let entry = Self.entry(in: Array(line)) else { continue }
        remember(entry, in: &state)
      }
    }
  }

  /// What is known of the recording at a path.
  package func entry(for path: String) -> Entry? { state.withLock { $0.byPath[path] } }

  /// The latest recording whose path without its ending is `stem`.
  package func entry(forStem stem: String) -> Entry? {
    state.withLock { state in
      let candidates = InboxNames.recordingEndings.flatMap { [stem + $0, stem + $0.uppercased()] }
      return candidates.compactMap { state.byPath[$0] }.first
    }
  }

  /// Remembers a recording; also after a restart, unless the file cannot be written.
  package func note(_ entry: Entry) throws(FileSystemError) {
    let line = Self.json(of: entry).lineBytes
    let isLong = state.withLock { state in
      remember(entry, in: &state)
      state.lines += 1
      return state.lines > 2 * (state.byPath.count + Self.mostGone)
    }
    try files.append(line, to: path)
    if isLong { try rewrite() }
  }

  /// Forgets a recording.
  package func forget(_ path: String) { state.withLock { $0.byPath[path] = nil } }

  /// Forgets recordings that never came as far as a session.
  package func forget(where isUnknown: (Entry) throws(StoreError) -> Bool) throws(StoreError) {
    for entry in state.withLock({ Array($0.byPath.values) }) where try isUnknown(entry) {
      state.withLock { $0.byPath[entry.path] = nil }
    }
  }

  private func remember(_ entry: Entry, in state: inout State) {
    if state.byPath.updateValue(entry, forKey: entry.path) == nil { state.order.append(entry.path) }
    guard keeps != .keep, state.order.count > Self.mostGone else { return }
    state.order.popFirst().map { state.byPath[$0] = nil }
  }

  private func rewrite() throws(FileSystemError) {
    let lines = state.withLock { state in
      state.lines = state.byPath.count
      return state.byPath.values.sorted { $0.path < $1.path }.map { Self.json(of: $0).lineText }
    }
    try files.replace(path, with: Array(lines.joined().utf8), durability: .eventual)
  }

  // MARK: - Lines

  private static func json(of entry: Entry) -> JSONValue {
    [
      "schema": .string(schema), "path": .string(entry.path),
      "session_id": .string(entry.session.text), "device": .string(String(entry.stamp.device)),
      "inode": .string(String(entry.stamp.inode)), "size_bytes": .int(entry.stamp.size),
      "modified_ns": .int(Int(entry.stamp.modified)),
    ]
  }

  /// The entry in a line; nil for one that a crash cut.
  private static func entry(in line: [UInt8]) -> Entry? {
    guard let json = try? JSONValue.parse(line), json["schema"]?.text == schema,
      let path = json["path"]?.text, let session = json["session_id"]?.text.flatMap(SessionID.init),
      let device = json["device"]?.text.flatMap({ UInt64($0) }),
      let inode = json["inode"]?.text.flatMap({ UInt64($0) }),
      case .int(let size) = json["size_bytes"],
      case .int(let modified) = json["modified_ns"]
    else { return nil }
    return Entry(
      path: path,
      stamp: FileStamp(device: device, inode: inode, size: size, modified: Int64(modified)),
      session: session)
  }
}

extension JSONValue {
  /// The text, if this is one.
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
