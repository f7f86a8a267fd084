// Pages of reports in memory. A page is found by the hash of all that it shows, so none is ever out of date.

internal import Synchronization

/// The pages that were made last.
final class ReportCache: Sendable {
  /// The most bytes of all pages together [E]: those of about forty recordings.
  private static let mostBytes = 16 << 20

  private struct State {
    var pages: [String: String] = [:]
    /// The keys; the page that was asked for last is the last.
    var order: [String] = []
    var bytes = 0
  }

  private let state = Mutex(State())

  /// The page of a key; nil where it is not in memory.
  func page(_ key: String) -> String? { state.withLock { $0.pages[key] } }

  /// Adds a page as the newest. The oldest are dropped where there is no room.
  func keep(_ page: String, as key: String) {
    state.withLock { state in
      state.order.removeAll { $0 == key }
      state.order.append(key)
      if state.pages.updateValue(page, forKey: key) == nil { state.bytes += page.utf8.count }
      while state.bytes > Self.mostBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.bytes -= state.pages.removeValue(forKey: oldest)?.utf8.count ?? 0
      }
    }
  }

  /// Drops all pages.
  func removeAll() { state.withLock { $0 = State() } }
}
