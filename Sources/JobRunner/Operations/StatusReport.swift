// `status.json`, member by member.

internal import BaselineService
internal import VoiceTypes

/// What the watcher is doing.
struct StatusReport {
  /// How it comes to know of changes.
  struct Mode {
    enum Name: String, CaseIterable {
      case inotify
      case poll
    }

    var name: Name
    var intervalSeconds: Double?
    var reason: String?
  }

  /// The sets of limits that recordings are compared with.
  struct Limits {
    var version: String
    var sha256: String
    var measured: LimitsName?
  }

  /// What went wrong last.
  struct Trouble {
    var message: String
    var at: String
  }

  var updatedAt: String
  var heartbeatSeconds: Int
  var processID: Int?
  var version: String
  var inbox: String
  var state: StatusFile.State
  /// Why it is degraded.
  var reason: String?
  var mode: Mode
  var waiting: Int
  var sidecars: Int
  var working: Int
  var totals: [StatusBoard.Count: Int]
  var recordingsPerSecond: Double
  var lastEventAt: String?
  var lastError: Trouble?
  /// By which recordings are assessed.
  var limits: Limits

  /// Counts of everything that is counted, also where there is none.
  static func totals(_ counts: [StatusBoard.Count: Int]) -> [StatusBoard.Count: Int] {
    Dictionary(uniqueKeysWithValues: StatusBoard.Count.allCases.map { ($0, counts[$0] ?? 0) })
  }

  /// JSON Schema of `status.json`, draft 2020-12.
  static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:status:1", title: "sagevoice status of a watcher, `status.json`")
  }
}

extension StatusReport: Shaped {
  static let shape = Shape(StatusReport.init) {
    Derived("schema", always: "sagevoice/status/1")
    Field("updated_at", \.updatedAt, .text)
    Field("heartbeat_s", \.heartbeatSeconds, .positiveCount)
    Field("pid", \.processID, .orNull(.count))
    Derived("software", always: "sagevoice", .notNeeded)
    Field("version", \.version, .text)
    Field("inbox", \.inbox, .text)
    Field("state", \.state, .choice)
    Field("reason", \.reason, .orNull(.text))
    Field(\.mode, inline: Mode.shape)
    Field("files_waiting", \.waiting, .count)
    Field("sidecars_waiting", \.sidecars, .count)
    Field("recordings_in_work", \.working, .count)
    Field(
      "totals", \.totals, .map(by: StatusBoard.Count.self, .asDeclared, .ignoringOthers, of: .count)
    )
    Field("recordings_per_second", \.recordingsPerSecond, .notNegative)
    Field("last_event_at", \.lastEventAt, .orNull(.text))
    Field("last_error", \.lastError, .orNull(.shaped))
    Field("limits", \.limits, .shaped)
  }
}

extension StatusReport.Mode: Shaped {
  static let shape = Shape(StatusReport.Mode.init(name:intervalSeconds:reason:)) {
    Field("mode", \.name, .choice)
    Field("poll_interval_s", \.intervalSeconds, .orNull(.positive))
    Field("poll_reason", \.reason, .orNull(.text))
  }

  init(_ mode: WatchMode) {
    switch mode {
    case .inotify: self.init(name: .inotify)
    case .polling(let interval, let reason):
      self.init(
        name: .poll, intervalSeconds: Double(interval.milliseconds) / 1000, reason: reason)
    }
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
      version: assessor.name.version, sha256: assessor.name.sha256,
      measured: assessor.measuredName)
  }
}

extension StatusReport.Trouble: Shaped {
  static let shape = Shape(StatusReport.Trouble.init) {
    Field("message", \.message, .text)
    Field("at", \.at, .text)
  }
}
