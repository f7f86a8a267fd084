import Logging
import Synchronization

/// The log of a watcher with metadata.
final class LogRecord: Sendable {
  fileprivate let lines = Recorder<String>()

  var text: String { lines.all.joined(separator: "\n") }

  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(record: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let record: LogRecord
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      record.lines.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
    }
  }
}

/// The values that a watcher reports.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}
