// Status of a watcher, as `status.json` and as metrics.

internal import BaselineService
internal import RecordStore
package import VoiceTypes

/// `status.json`.
package struct StatusReport {
  enum State: String, CaseIterable {
    case watching
    /// The inbox cannot be listed, or the store cannot be used.
    case degraded
    case stopped
  }

  /// Detection of changes in the inbox.
  enum Mode: String, CaseIterable {
    case inotify
    case poll
  }

  /// Reference limits of the assessment.
  struct Limits {
    var version: String
    var sha256: String
    var measured: LimitsName?
  }

  struct Fault {
    var message: String
    var at: String
  }

  var updatedAt: String
  /// Maximum age of the status of a running watcher, in seconds.
  var heartbeatSeconds: Int
  var processID: Int?
  var version: String
  var inbox: String
  var state: State
  /// Reason of the degraded state.
  var reason: String?
  var mode: Mode
  var pollIntervalSeconds: Double?
  var pollReason: String?
  var waiting: Int
  var sidecars: Int
  var working: Int
  /// Counts of all kinds, including zeros.
  var totals: [StatusCounters.Count: Int]
  var recordingsPerSecond: Double
  var lastEventAt: String?
  var lastError: Fault?
  var limits: Limits

  /// JSON Schema of `status.json`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:status:1", title: "sagevoice status of a watcher, `status.json`")
  }

  static let inboxAway = "inbox_away"

  static func reason(of fault: DiskFault) -> String { "store_\(fault.rawValue)" }

  /// The inbox of the latest watcher of a store; nil without one.
  package static func inbox(ofStore store: String) -> String? {
    guard let bytes = try? POSIXFileSystem().read(store + "/status.json") else { return nil }
    return (try? JSONValue.parse(bytes))?["inbox"]?.text
  }
}

extension StatusReport: Shaped {
  package static let shape = Shape(StatusReport.init) {
    Derived("schema", always: "sagevoice/status/1")
    Field("updated_at", \.updatedAt, .text)
    Field("heartbeat_s", \.heartbeatSeconds, .positiveCount)
    Field("pid", \.processID, .orNull(.count))
    Derived("software", always: "sagevoice", .notNeeded)
    Field("version", \.version, .text)
    Field("inbox", \.inbox, .text)
    Field("state", \.state, .choice)
    Field("reason", \.reason, .orNull(.text))
    Field("mode", \.mode, .choice)
    Field("poll_interval_s", \.pollIntervalSeconds, .orNull(.positive))
    Field("poll_reason", \.pollReason, .orNull(.text))
    Field("files_waiting", \.waiting, .count)
    Field("sidecars_waiting", \.sidecars, .count)
    Field("recordings_in_work", \.working, .count)
    Field(
      "totals", \.totals,
      .map(by: StatusCounters.Count.self, .asDeclared, .ignoringOthers, of: .count))
    Field("recordings_per_second", \.recordingsPerSecond, .notNegative)
    Field("last_event_at", \.lastEventAt, .orNull(.text))
    Field("last_error", \.lastError, .orNull(.shaped))
    Field("limits", \.limits, .shaped)
  }
}

extension StatusReport.Limits: Shaped {
  static let shape = Shape(StatusReport.Limits.init(version:sha256:measured:)) {
    Field("version", \.version, .text)
    Field("sha256", \.sha256, .text)
    Field("measured", \.measured, .orNull(.shaped))
  }

  init(_ assessor: Assessor) {
    self.init(
      version: assessor.name.version, sha256: assessor.name.sha256, measured: assessor.measuredName)
  }
}

extension StatusReport.Fault: Shaped {
  static let shape = Shape(StatusReport.Fault.init) {
    Field("message", \.message, .text)
    Field("at", \.at, .text)
  }
}

// MARK: - Metrics

extension StatusReport {
  /// The status in the text format of Prometheus, in base units, without names of files and people.
  /// - Parameter process: Text of `/proc/self/status`, see proc(5); nil if unreadable.
  func metrics(analysisSeconds: [Tier: Double], process: String?) -> String {
    func samples(_ value: Double?) -> [Metric.Sample] { value.map { [.init(value: $0)] } ?? [] }
    func seconds(_ time: String?) -> Double? {
      time.flatMap { StoreTime($0) }.map { Double($0.milliseconds) / 1000 }
    }
    let metrics: [Metric] = [
      Metric("build_info", "Version of the program.", "version", [version], isSo: version),
      Metric(
        "watcher_state", "State of the watcher.", "state", State.allCases.map(\.rawValue),
        isSo: state.rawValue),
      Metric(
        "watcher_trouble", "Reason of the degraded state.", "reason",
        [Self.inboxAway] + DiskFault.allCases.map(Self.reason(of:)), isSo: reason),
      Metric("files_waiting", "Incomplete files in the inbox.", .gauge, Double(waiting)),
      Metric("sidecars_waiting", "Sidecars without their recordings.", .gauge, Double(sidecars)),
      Metric("recordings_in_work", "Recordings in progress.", .gauge, Double(working)),
      Metric(
        "resident_memory_bytes", "Resident memory of the watcher.", .gauge,
        samples(process.flatMap(Self.residentBytes))),
      Metric(
        "poll_interval_seconds", "Polling interval of the inbox; 0 with change notifications.",
        .gauge, pollIntervalSeconds ?? 0),
      Metric(
        "status_timestamp_seconds", "Time of the last update of these metrics.", .gauge,
        samples(seconds(updatedAt))),
      Metric(
        "last_event_timestamp_seconds", "Time of the last counted event.", .gauge,
        samples(seconds(lastEventAt))),
      Metric(
        "analysis_seconds_total", "Duration of analyses with a document.", .counter,
        Tier.allCases.map { .init(label: ("tier", $0.rawValue), value: analysisSeconds[$0] ?? 0) }),
    ]
    let counts = StatusCounters.Count.allCases.map { count in
      Metric(count.metric.name + "_total", count.metric.help, .counter, Double(totals[count] ?? 0))
    }
    return (metrics + counts).map(\.text).joined()
  }

  /// `VmRSS`, which is in units of 1024 bytes.
  private static func residentBytes(_ process: String) -> Double? {
    let line = process.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let words = line?.split { $0 == " " || $0 == "\t" } ?? []
    return words.count > 1 ? Double(words[1]).map { $0 * 1024 } : nil
  }
}

extension StatusCounters.Count {
  /// Name without prefix and suffix, and help text.
  fileprivate var metric: (name: String, help: String) {
    switch self {
    case .claimed: ("recordings_claimed", "Claimed recordings.")
    case .quick: ("quick_documents", "Stored quick documents.")
    case .complete: ("comprehensive_documents", "Stored comprehensive documents.")
    case .refused: ("refusals", "Refused recordings and inbox files.")
    case .duplicate: ("duplicates", "Duplicate recordings.")
    case .failed: ("failures", "Failed recordings.")
    case .stranded: ("stranded", "Failed recordings that remain in the work folder.")
    case .ended: ("recordings_ended", "Finalized recordings.")
    case .retry: ("retries", "Failed steps with a retry.")
    case .sidecarRefused: ("sidecar_refusals", "Invalid sidecars.")
    case .orphan: ("orphans", "Sidecars and checksums without a recording.")
    case .overflow: ("hint_overflows", "Overflows of change notifications.")
    case .purged: ("sessions_purged", "Sessions purged by retention.")
    case .audioPurged: ("recordings_purged", "Audio files purged by retention.")
    }
  }
}

// Metrics in the text format of Prometheus, version 0.0.4.

/// Family of samples.
package struct Metric: Sendable {
  package enum Kind: String, Sendable {
    /// Count since the start of the program.
    case counter
    case gauge
  }

  package struct Sample: Sendable {
    var label: (name: String, value: String)?
    var value: Double

    package init(label: (name: String, value: String)? = nil, value: Double) {
      (self.label, self.value) = (label, value)
    }
  }

  /// Name with the unit, and `_total` at the end for a counter.
  let name: String
  let help: String
  let kind: Kind
  let samples: [Sample]

  package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
    self.name = "sagevoice_" + name
    self.help = help
    self.kind = kind
    self.samples = samples
  }

  /// Creates a family of one sample.
  package init(_ name: String, _ help: String, _ kind: Kind, _ value: Double) {
    self.init(name, help, kind, [Sample(value: value)])
  }

  /// Creates a family with one sample per word: 1 for the current one, 0 for the others.
  package init(_ name: String, _ help: String, _ label: String, _ words: [String], isSo: String?) {
    self.init(
      name, help, .gauge, words.map { Sample(label: (label, $0), value: $0 == isSo ? 1 : 0) })
  }

  /// Lines of the family; empty without samples.
  package var text: String {
    guard !samples.isEmpty else { return "" }
    let head = "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    return samples.reduce(into: head) { text, sample in
      let label = sample.label.map { "{\($0.name)=\"\(Self.escaped($0.value, "\""))\"}" } ?? ""
      text += "\(name)\(label) \(Self.number(sample.value))\n"
    }
  }

  private static func escaped(_ text: String, _ quote: Character? = nil) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\n": escaped += "\\n"
      case "\\", quote: escaped += "\\" + String(character)
      default: escaped.append(character)
      }
    }
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }

  /// Replaces a file for the textfile collector of the node exporter, which runs as another user:
  /// everybody may read it. The temporary name does not end in `.prom`, so the collector ignores it.
  /// - Returns: false after a fault.
  package static func write(_ text: [UInt8], to path: String) -> Bool {
    let files = POSIXFileSystem.readableByAll
    return (try? files.replace(path, with: text, durability: .eventual)) != nil
  }
}
