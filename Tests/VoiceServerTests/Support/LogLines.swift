import Logging
import Synchronization

/// The messages that a server logged, each with its metadata.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let named = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
      lines.lines.withLock {
        $0.append((["\(event.message)"] + named).joined(separator: " "))
      }
    }
  }
}
