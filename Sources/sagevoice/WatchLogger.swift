// The log of the watcher: standard error, which systemd and cron keep.

import Logging

/// Makes the logger of a watch.
enum WatchLogger {
  /// Messages with their metadata on standard error; only what needs attention if `isQuiet`.
  static func make(isQuiet: Bool) -> Logger {
    var logger = Logger(label: "sagevoice.watch") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = isQuiet ? .warning : .info
    return logger
  }
}
