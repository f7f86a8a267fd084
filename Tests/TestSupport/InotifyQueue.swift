// The maximum number of unread events of a watcher in the Linux kernel. Later events are lost and
// reported as an overflow: inotify(7).

internal import Foundation

/// The queue of unread notifications.
package enum InotifyQueue {
  /// Maximum number of empty files in a test [E].
  private static let mostFiles = 100_000

  /// The length of the queue. Nil on a system without one.
  package static let limit: Int? = {
    let text = try? String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }()

  /// Whether a test can cause an overflow.
  package static var canBeFilled: Bool { limit.map { $0 <= mostFiles } ?? false }
}
