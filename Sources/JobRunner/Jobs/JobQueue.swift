// The queue of steps: recordings without a quick document first, delayed items when they are due.
// Its callers bound its size.

internal import Dispatch
internal import Synchronization

/// The priority of an item.
enum JobPriority: Sendable {
  /// A quick document is pending.
  case high
  case normal
}

final class JobQueue<Item: Sendable>: Sendable {
  private struct State {
    var high = Queue<Item>()
    var normal = Queue<Item>()
    var delayed: [(due: Duration, item: Item, priority: JobPriority)] = []
    var isClosed = false

    mutating func add(_ item: Item, to priority: JobPriority) {
      switch priority {
      case .high: high.append(item)
      case .normal: normal.append(item)
      }
    }
  }

  private let state = Mutex(State())
  // Each item is signalled once, one of high priority to the workers of that priority too. A worker
  // that finds nothing waits again.
  private let available = DispatchSemaphore(value: 0)
  private let highAvailable = DispatchSemaphore(value: 0)

  /// When the next delayed item is due.
  var nextDue: Duration? { state.withLock { $0.delayed.map(\.due).min() } }

  func add(_ item: Item, to priority: JobPriority) {
    state.withLock { $0.add(item, to: priority) }
    signal(priority)
  }

  private func signal(_ priority: JobPriority) {
    available.signal()
    if priority == .high { highAvailable.signal() }
  }

  /// Adds an item that is due later.
  func delay(_ item: Item, until due: Duration, priority: JobPriority) {
    state.withLock { $0.delayed.append((due, item, priority)) }
  }

  /// Makes the due items available.
  func release(at now: Duration) {
    let priorities = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      for entry in due { state.add(entry.item, to: entry.priority) }
      return due.map(\.priority)
    }
    for priority in priorities { signal(priority) }
  }

  /// Makes a delayed item available now.
  func expedite(where isMeant: (Item) -> Bool) {
    let priority = state.withLock { state -> JobPriority? in
      guard let index = state.delayed.firstIndex(where: { isMeant($0.item) }) else { return nil }
      let entry = state.delayed.remove(at: index)
      state.add(entry.item, to: entry.priority)
      return entry.priority
    }
    if let priority { signal(priority) }
  }

  /// Ends all waits.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { signal(.high) }
  }

  /// The next item, by priority; waits for one. Nil once the queue is closed.
  func next() -> Item? { next(after: available) { $0.high.popFirst() ?? $0.normal.popFirst() } }

  /// The next item of high priority; waits for one. Nil once the queue is closed.
  func nextOfHighPriority() -> Item? { next(after: highAvailable) { $0.high.popFirst() } }

  private func next(after signal: DispatchSemaphore, _ pop: (inout State) -> Item?) -> Item? {
    while true {
      signal.wait()
      let (isClosed, item) = state.withLock { state in
        (state.isClosed, state.isClosed ? nil : pop(&state))
      }
      if isClosed || item != nil { return item }
    }
  }
}
