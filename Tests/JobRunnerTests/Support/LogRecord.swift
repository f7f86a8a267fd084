import Logging
import Synchronization

/// The log of a watcher with metadata.
final class LogRecord: Sendable {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(record: self) }
    logger.logLevel = .trace
    return logger
  }

  fileprivate func add(_ line: String) { lines.withLock { $0.append(line) } }

  private struct Handler: LogHandler {
    let record: LogRecord
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      record.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
    }
  }
}
