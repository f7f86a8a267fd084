// The queue of steps: recordings without a quick document first, delayed items when they are due.
// Its callers bound its size.

internal import Dispatch
internal import Synchronization

final class JobQueue: Sendable {
  private struct State {
    /// Items without a quick document, and all others.
    var (high, normal) = (Queue<WorkItem>(), Queue<WorkItem>())
    var delayed: [(due: Duration, item: WorkItem)] = []
    var isClosed = false

    /// - Returns: Whether the item has the high priority.
    mutating func add(_ item: WorkItem) -> Bool {
      let isHigh = item.awaitsQuickDocument
      if isHigh { high.append(item) } else { normal.append(item) }
      return isHigh
    }
  }

  private let state = Mutex(State())
  // Each item is signalled once, one of high priority to the workers of that priority too. A worker
  // that finds nothing waits again.
  private let available = DispatchSemaphore(value: 0)
  private let highAvailable = DispatchSemaphore(value: 0)

  var nextDue: Duration? { state.withLock { $0.delayed.map(\.due).min() } }

  func add(_ item: WorkItem) { signal(isHigh: state.withLock { $0.add(item) }) }

  private func signal(isHigh: Bool) {
    available.signal()
    if isHigh { highAvailable.signal() }
  }

  func delay(_ item: WorkItem, until due: Duration) {
    state.withLock { $0.delayed.append((due, item)) }
  }

  /// Makes the due items available.
  func release(at now: Duration) {
    let added = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      return due.map { state.add($0.item) }
    }
    for isHigh in added { signal(isHigh: isHigh) }
  }

  /// Makes a delayed recording available now.
  func expedite(_ job: Job) {
    let isHigh = state.withLock { state -> Bool? in
      let index = state.delayed.firstIndex { delayed in
        if case .job(let other) = delayed.item { other.session == job.session } else { false }
      }
      guard let index else { return nil }
      let item = state.delayed.remove(at: index).item
      return state.add(item)
    }
    if let isHigh { signal(isHigh: isHigh) }
  }

  /// Ends all waits.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { signal(isHigh: true) }
  }

  /// The next item, by priority; waits for one. Nil once the queue is closed.
  func next() -> WorkItem? { next(after: available) { $0.high.popFirst() ?? $0.normal.popFirst() } }

  /// The next item of high priority; waits for one. Nil once the queue is closed.
  func nextOfHighPriority() -> WorkItem? { next(after: highAvailable) { $0.high.popFirst() } }

  private func next(
    after signal: DispatchSemaphore, _ pop: (inout State) -> WorkItem?
  ) -> WorkItem? {
    while true {
      signal.wait()
      let (isClosed, item) = state.withLock { state in
        (state.isClosed, state.isClosed ? nil : pop(&state))
      }
      if isClosed || item != nil { return item }
    }
  }
}

/// A first-in, first-out queue that releases memory as it empties.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // The cost of moving the rest is at most the number of elements removed since the last move.
      if head > 32 && 2 * head > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }

  mutating func dropFirst(while isUnwanted: (Element) -> Bool) {
    while let first, isUnwanted(first) { _ = popFirst() }
  }
}

extension Queue: Sendable where Element: Sendable {}
