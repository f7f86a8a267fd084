// The log of the watcher: standard error, which systemd and cron keep.

import Logging

/// Makes the logger of a watch.
enum WatchLogger {
  /// Messages with their metadata on standard error; only what needs attention if quiet.
  static func make(_ verbosity: Verbosity) -> Logger {
    var logger = Logger(label: "sagevoice.watch") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = verbosity == .quiet ? .warning : .info
    return logger
  }
}
