import CommandSupport
import Logging
import RecordStore
import VoiceTypes

/// The logger of the watcher, on standard error.
enum WatchLogger {
  /// Returns a logger with metadata, from level info, or from warning if quiet.
  static func make(_ verbosity: Verbosity, _ format: DocumentFormat) -> Logger {
    let environment = CommandEnvironment.current
    var logger = Logger(label: "sagevoice.watch") { label in
      LineLogHandler(label: label, format: format, environment: environment)
    }
    logger.logLevel = verbosity == .quiet ? .warning : .info
    return logger
  }
}

/// A log handler that writes one line per message, as text or JSON.
private struct LineLogHandler: LogHandler {
  let label: String
  let format: DocumentFormat

  /// The environment of the command, because other threads do not inherit the task-local value.
  let environment: CommandEnvironment?

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let (time, level) = (SystemClock().now(), event.level.rawValue)
    let line: String =
      switch format {
      case .json:
        JSONValue.object([
          .init("ts", .string(time.text)), .init("level", .string(level)),
          .init("message", .string(event.message.description)),
          .init("metadata", .map(all.mapValues(JSONValue.init))),
        ]).lineText
      case .text:
        "\(time.textToSeconds) \(level) \(label): \(event.message)"
          + all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined() + "\n"
      }
    StandardStreams.writeError(line, of: environment)
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
