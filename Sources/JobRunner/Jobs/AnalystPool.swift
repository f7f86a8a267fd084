// As many analyses at a time as there are cores for them, however many recordings are being read
// and written; those that somebody waits for come first. Each analyst stays on a thread of its own: what one
// recording gave back of its memory is at hand for the next, and still in the caches.

internal import Dispatch
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Analysts that are lent out one at a time.
final class AnalystPool: Sendable {
  private let desk: AnalystDesk

  init(count: Int) { desk = AnalystDesk(count: count) }

  deinit { desk.close() }

  /// The document of a recording; waits for an analyst who is free.
  func document(
    of bytes: [UInt8], name: String, tier: Tier, by pipeline: VoicePipeline
  ) -> ResultsDocument {
    lend(for: tier) { $0.document(of: bytes, name: name, by: pipeline) }
  }

  /// Lends an analyst, who works on another thread; waits for one who is free, and until the work is done.
  func lend<Document: Sendable>(
    for tier: Tier, _ body: @escaping @Sendable (inout Analyst) -> Document
  ) -> Document {
    let made = Made<Document>()
    let order = AnalystOrder { analyst in
      let document = body(&analyst)
      made.document.withLock { $0 = document }
    }
    desk.take(order, isUrgent: tier == .quick)
    order.done.wait()
    guard let document = made.document.withLock({ $0 }) else {
      preconditionFailure("what is done has a result")
    }
    return document
  }

  private final class Made<Document: Sendable>: Sendable {
    let document = Mutex<Document?>(nil)
  }
}

/// Work for an analyst.
private final class AnalystOrder: Sendable {
  let done = DispatchSemaphore(value: 0)
  private let body: Mutex<(@Sendable (inout Analyst) -> Void)?>

  init(_ body: @escaping @Sendable (inout Analyst) -> Void) { self.body = Mutex(body) }

  /// Does the work, and lets go of all that it held: whoever waits may open a store that it still had.
  func perform(by analyst: inout Analyst) {
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    body?(&analyst)
  }
}

/// Where work waits, and the threads that do it; they end when nobody lends analysts any more.
private final class AnalystDesk: Sendable {
  private struct State {
    var urgent = Queue<AnalystOrder>()
    var patient = Queue<AnalystOrder>()
    /// How many threads there are.
    var threads = 0
  }

  private let count: Int
  private let state = Mutex(State())
  /// One for each order, and at the end one for each thread.
  private let called = DispatchSemaphore(value: 0)

  init(count: Int) { self.count = count }

  func take(_ order: AnalystOrder, isUrgent: Bool) {
    let isMissing = state.withLock { state -> Bool in
      if isUrgent { state.urgent.append(order) } else { state.patient.append(order) }
      guard state.threads < count else { return false }
      state.threads += 1
      return true
    }
    if isMissing { DispatchGroup().runOnOwnThread { self.serve() } }
    called.signal()
  }

  func close() { for _ in 0..<state.withLock({ $0.threads }) { called.signal() } }

  private func serve() {
    var analyst = Analyst()
    while let order = next() {
      order.perform(by: &analyst)
      order.done.signal()
    }
  }

  /// Waits for the next order; nil where none will come.
  private func next() -> AnalystOrder? {
    called.wait()
    return state.withLock { $0.urgent.popFirst() ?? $0.patient.popFirst() }
  }
}
