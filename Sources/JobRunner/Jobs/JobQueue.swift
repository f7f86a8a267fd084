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
  private let available = DispatchSemaphore(value: 0)

  /// When the next delayed item is due.
  var nextDue: Duration? { state.withLock { $0.delayed.map(\.due).min() } }

  func add(_ item: Item, to lane: JobLane) {
    state.withLock { $0.add(item, to: lane) }
    available.signal()
  }

  /// Adds an item whose time comes later.
  func delay(_ item: Item, until due: Duration, lane: JobLane) {
    state.withLock { $0.delayed.append((due, item, lane)) }
  }

  /// Makes items available whose time has come.
  func release(at now: Duration) {
    let count = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      for entry in due { state.add(entry.item, to: entry.lane) }
      return due.count
    }
    for _ in 0..<count { available.signal() }
  }

  /// Makes a delayed item available before its time; false where there is none such.
  func hurry(where isMeant: (Item) -> Bool) -> Bool {
    let isFound = state.withLock { state in
      guard let index = state.delayed.firstIndex(where: { isMeant($0.item) }) else { return false }
      let entry = state.delayed.remove(at: index)
      state.add(entry.item, to: entry.lane)
      return true
    }
    if isFound { available.signal() }
    return isFound
  }

  /// Lets no more items out.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { available.signal() }
  }

  /// The next item; waits for one. Nil once the queue is closed.
  func next() -> Item? {
    available.wait()
    return state.withLock { state in
      state.isClosed ? nil : state.first.popFirst() ?? state.rest.popFirst()
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
