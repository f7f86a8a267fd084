// The log of the watcher: standard error, which systemd and cron keep.

import Logging
import RecordStore
import VoiceTypes

/// Makes the logger of a watch.
enum WatchLogger {
  /// Messages with their metadata on standard error; only what needs attention if quiet.
  static func make(_ verbosity: Verbosity, _ format: DocumentFormat) -> Logger {
    var logger = Logger(label: "sagevoice.watch") { label in
      switch format {
      case .text: StreamLogHandler.standardError(label: label)
      case .json: JSONLogHandler()
      }
    }
    logger.logLevel = verbosity == .quiet ? .warning : .info
    return logger
  }
}

/// Writes each message as a line of JSON.
private struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let line: JSONValue = [
      "ts": .string(SystemClock().now().text), "level": .string(event.level.rawValue),
      "message": .string(event.message.description),
      "metadata": .map(all.mapValues(JSONValue.init)),
    ]
    StandardStreams.writeError(line.lineText)
  }
}

extension JSONValue {
  fileprivate init(_ value: Logger.MetadataValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .stringConvertible(let value): self = .string("\(value)")
    case .dictionary(let members): self = .map(members.mapValues(JSONValue.init))
    case .array(let elements): self = .array(elements.map(JSONValue.init))
    }
  }
}
