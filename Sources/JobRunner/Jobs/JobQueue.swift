// What is to be done next: recordings that nobody has a number of yet come before all others, and
// what has to wait comes when it is due. Bounded by whoever adds to it.

internal import Dispatch
internal import Synchronization

/// Whose turn it is.
enum JobLane: Sendable {
  /// The quick document is awaited.
  case first
  case rest
}

/// A queue for several workers.
final class JobQueue<Item: Sendable>: Sendable {
  fileprivate struct State {
    var first = Queue<Item>()
    var rest = Queue<Item>()
    var delayed: [(due: Duration, item: Item, lane: JobLane)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  // Each item is signalled once, an item of the first lane to workers of that lane too: a worker that finds nothing, since
  // another one was faster, waits again.
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

  /// Adds an item whose time comes later.
  func delay(_ item: Item, until due: Duration, lane: JobLane) {
    state.withLock { $0.delayed.append((due, item, lane)) }
  }

  /// Makes items available whose time has come.
  func release(at now: Duration) {
    let lanes = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      for entry in due { state.add(entry.item, to: entry.lane) }
      return due.map(\.lane)
    }
    for lane in lanes { signal(lane) }
  }

  /// Makes a delayed item available before its time; false where there is none such.
  func hurry(where isMeant: (Item) -> Bool) -> Bool {
    let lane = state.withLock { state -> JobLane? in
      guard let index = state.delayed.firstIndex(where: { isMeant($0.item) }) else { return nil }
      let entry = state.delayed.remove(at: index)
      state.add(entry.item, to: entry.lane)
      return entry.lane
    }
    if let lane { signal(lane) }
    return lane != nil
  }

  /// Lets no more items out.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { signal(.first) }
  }

  /// The next item, of the first lane before the rest; waits for one. Nil once the queue is closed.
  func next() -> Item? {
    while true {
      available.wait()
      let (isClosed, item) = state.withLock { state in
        (state.isClosed, state.isClosed ? nil : state.first.popFirst() ?? state.rest.popFirst())
      }
      if isClosed || item != nil { return item }
    }
  }

  /// The next item of the first lane; waits for one. Nil once the queue is closed.
  func nextOfFirst() -> Item? {
    while true {
      firstAvailable.wait()
      let (isClosed, item) = state.withLock { state in
        (state.isClosed, state.isClosed ? nil : state.first.popFirst())
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
