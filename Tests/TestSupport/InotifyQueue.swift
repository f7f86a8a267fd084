// The maximum number of unread events of a watcher in the Linux kernel. Later events are lost and
// reported as an overflow: inotify(7).

internal import Foundation

/// The queue of hints that have not been read.
package enum InotifyQueue {
  /// More empty files than this take a test too long [E].
  private static let mostFiles = 100_000

  /// The hints that fit; nil on a system without such a queue.
  package static let limit: Int? = {
    let text = try? String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }()

  /// Whether a test can make it overflow.
  package static var canBeFilled: Bool { limit.map { $0 <= mostFiles } ?? false }
}
