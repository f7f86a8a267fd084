// The queue of steps: recordings without a quick document first, delayed items when they are due.
// Its callers bound its size.

internal import Dispatch
internal import Synchronization

/// The priority of an item.
enum JobLane: Sendable {
  /// A quick document is pending.
  case first
  case rest
}

final class JobQueue<Item: Sendable>: Sendable {
  fileprivate struct State {
    var first = Queue<Item>()
    var rest = Queue<Item>()
    var delayed: [(due: Duration, item: Item, lane: JobLane)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  // Each item is signalled once, one of the first lane to the workers of that lane too. A worker
  // that finds nothing waits again.
  private let available = DispatchSemaphore(value: 0)
  private let firstAvailable = DispatchSemaphore(value: 0)

  /// When the next delayed item is due.
  var nextDue: Duration? { state.withLock { $0.delayed.map(\.due).min() } }

  func add(_ item: Item, to lane: JobLane) {
    state.withLock { $0.add(item, to: lane) }
    signal(lane)
  }

  private func signal(_ lane: JobLane) {
    available.signal()
    if lane == .first { firstAvailable.signal() }
  }

  /// Adds an item that is due later.
  func delay(_ item: Item, until due: Duration, lane: JobLane) {
    state.withLock { $0.delayed.append((due, item, lane)) }
  }

  /// Makes the due items available.
  func release(at now: Duration) {
    let lanes = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      for entry in due { state.add(entry.item, to: entry.lane) }
      return due.map(\.lane)
    }
    for lane in lanes { signal(lane) }
  }

  /// Makes a delayed item available now.
  func hurry(where isMeant: (Item) -> Bool) {
    let lane = state.withLock { state -> JobLane? in
      guard let index = state.delayed.firstIndex(where: { isMeant($0.item) }) else { return nil }
      let entry = state.delayed.remove(at: index)
      state.add(entry.item, to: entry.lane)
      return entry.lane
    }
    if let lane { signal(lane) }
  }

  /// Ends all waits.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { signal(.first) }
  }

  /// The next item, the first lane before the rest; waits for one. Nil once the queue is closed.
  func next() -> Item? { next(after: available) { $0.first.popFirst() ?? $0.rest.popFirst() } }

  /// The next item of the first lane; waits for one. Nil once the queue is closed.
  func nextOfFirst() -> Item? { next(after: firstAvailable) { $0.first.popFirst() } }

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

extension JobQueue.State {
  fileprivate mutating func add(_ item: Item, to lane: JobLane) {
    switch lane {
    case .first: first.append(item)
    case .rest: rest.append(item)
    }
  }
}
