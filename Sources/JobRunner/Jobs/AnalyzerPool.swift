// Limits the number of concurrent analyses to the number of cores. Quick analyses have priority and may have an
// analyzer of their own, because a comprehensive analysis lasts up to a minute and is not interrupted.

internal import Dispatch
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// A pool of analyzers.
final class AnalyzerPool: Sendable {
  private final class Slot: Sendable {
    let isForQuick: Bool
    let analyzer = Mutex(AnalysisSession())

    init(isForQuick: Bool) { self.isForQuick = isForQuick }
  }

  private final class Waiter: Sendable {
    let woken = DispatchSemaphore(value: 0)
    let slot = Mutex<Slot?>(nil)
  }

  private struct State {
    var free: [Slot]
    var urgent = Queue<Waiter>()
    var patient = Queue<Waiter>()
  }

  private let state: Mutex<State>
  let hasQuickAnalyzer: Bool

  /// - Parameter quickCount: Additional analyzers for the quick tier alone.
  init(count: Int, forQuick quickCount: Int = 0) {
    hasQuickAnalyzer = quickCount > 0
    let quick = (0..<quickCount).map { _ in Slot(isForQuick: true) }
    state = Mutex(State(free: quick + (0..<count).map { _ in Slot(isForQuick: false) }))
  }

  /// Lends an analyzer. Waits for a free one.
  func lend<Document: Sendable>(for tier: Tier, _ body: (inout AnalysisSession) -> Document)
    -> Document
  {
    let slot = acquire(for: tier)
    defer { release(slot) }
    return slot.analyzer.withLock { body(&$0) }
  }

  private func acquire(for tier: Tier) -> Slot {
    let waiter = Waiter()
    let free = state.withLock { state -> Slot? in
      let own = tier == .quick ? state.free.firstIndex { $0.isForQuick } : nil
      if let index = own ?? state.free.lastIndex(where: { !$0.isForQuick }) {
        return state.free.remove(at: index)
      }
      if tier == .quick { state.urgent.append(waiter) } else { state.patient.append(waiter) }
      return nil
    }
    if let free { return free }
    waiter.woken.wait()
    guard let slot = waiter.slot.withLock({ $0 }) else {
      preconditionFailure("a waiter resumes with a slot")
    }
    return slot
  }

  private func release(_ slot: Slot) {
    let next = state.withLock { state -> Waiter? in
      if let waiter = state.urgent.popFirst() { return waiter }
      if !slot.isForQuick, let waiter = state.patient.popFirst() { return waiter }
      state.free.append(slot)
      return nil
    }
    guard let next else { return }
    next.slot.withLock { $0 = slot }
    next.woken.signal()
  }
}
