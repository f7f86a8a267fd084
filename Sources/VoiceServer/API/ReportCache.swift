// The key is a hash of all inputs of the page, so that entries never become stale.

internal import Synchronization

final class ReportCache: Sendable {
  /// The capacity in bytes [E]: about forty recordings.
  private static let mostBytes = 16 << 20

  private struct State {
    var pages: [String: String] = [:]
    /// The keys, most recently used last.
    var order: [String] = []
    var bytes = 0
  }

  private let state = Mutex(State())

  /// Returns a cached page; nil on a miss.
  func page(_ key: String) -> String? { state.withLock { $0.pages[key] } }

  /// Inserts a page as the most recently used one. Evicts the least recently used pages above the
  /// capacity.
  func insert(_ page: String, as key: String) {
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

  func removeAll() { state.withLock { $0 = State() } }
}
