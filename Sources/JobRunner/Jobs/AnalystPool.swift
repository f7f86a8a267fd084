// As many analyses at a time as there are cores for them, however many recordings are being read
// and written; those that somebody waits for come first.

internal import Dispatch
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Analysts that are lent out one at a time.
final class AnalystPool: Sendable {
  private final class Seat: Sendable {
    let analyst = Mutex(Analyst())
  }

  private final class Ticket: Sendable {
    let called = DispatchSemaphore(value: 0)
    let seat = Mutex<Seat?>(nil)
  }

  private struct State {
    var free: [Seat]
    var urgent = Queue<Ticket>()
    var patient = Queue<Ticket>()
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(free: (0..<count).map { _ in Seat() }))
  }

  /// The document of a recording; waits for an analyst who is free.
  func document(
    of bytes: [UInt8], name: String, tier: Tier, by pipeline: VoicePipeline
  ) -> ResultsDocument {
    lend(for: tier) { $0.document(of: bytes, name: name, by: pipeline) }
  }

  /// Lends an analyst; waits for one who is free.
  func lend(for tier: Tier, _ body: (inout Analyst) -> ResultsDocument) -> ResultsDocument {
    let seat = take(for: tier)
    defer { giveBack(seat) }
    return seat.analyst.withLock { body(&$0) }
  }

  private func take(for tier: Tier) -> Seat {
    let ticket = Ticket()
    let free = state.withLock { state -> Seat? in
      if let seat = state.free.popLast() { return seat }
      if tier == .quick { state.urgent.append(ticket) } else { state.patient.append(ticket) }
      return nil
    }
    if let free { return free }
    ticket.called.wait()
    guard let seat = ticket.seat.withLock({ $0 }) else {
      preconditionFailure("a ticket is called with a seat")
    }
    return seat
  }

  private func giveBack(_ seat: Seat) {
    let next = state.withLock { state -> Ticket? in
      if let ticket = state.urgent.popFirst() ?? state.patient.popFirst() { return ticket }
      state.free.append(seat)
      return nil
    }
    guard let next else { return }
    next.seat.withLock { $0 = seat }
    next.called.signal()
  }
}
