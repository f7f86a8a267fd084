// Limits the number of concurrent analyses to the number of cores. Quick analyses have priority and may have an
// analyzer of their own, because a comprehensive analysis lasts up to a minute and is not interrupted.

internal import Dispatch
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

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

// Attempts of a recording: a file in its work folder gets one byte before a read or analysis and loses it afterwards, so a
// crash leaves one. In the next run, each attempt of such a recording runs while no other one does: a later crash counts for
// it alone.

/// The attempts of a recording that ended with a crash.
enum Attempts {
  /// The attempts after which a recording fails [E].
  static let most = 3

  static let fault = StateFault(FaultText.analysisInterrupted, [.count: "\(most)"])

  /// The age of this run before a recording with a second crash is tried. A program that is killed repeatedly does not reach
  /// this age [E].
  static let probation: Duration = .seconds(2)

  fileprivate static func path(in folder: String) -> String { folder + "/.attempts" }

  /// The attempts in a work folder; none if they cannot be read.
  static func count(in folder: String, _ files: any FileSystem) -> Int {
    ((try? files.facts(of: path(in: folder))) ?? nil)?.size ?? 0
  }
}

extension JobContext {
  /// Analyses a recording as an attempt, which begins after the wait for an analyzer: only recordings in analysis may
  /// cause a crash. After a crash, the recording waits with its analyzer until no other attempt runs.
  func analyse<Document: Sendable>(
    _ job: Job, for tier: Tier, _ body: (inout AnalysisSession) -> Document
  ) -> Document {
    analyzers.lend(for: tier) { analyzer in countingAttempt(job) { body(&analyzer) } }
  }

  /// Performs a read or analysis that may crash as an attempt. An attempt that cannot be written is not counted. The body
  /// must not begin another attempt.
  func countingAttempt<Value, Failure: Error>(
    _ job: Job, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let earlier = job.memory.withLock { $0.attempts }
    let result = attempts.sync(flags: earlier > 0 ? .barrier : []) {
      Result { () throws(Failure) in try attempt(in: job.folder, after: earlier, body) }
    }
    return try result.get()
  }

  private func attempt<Value, Failure: Error>(
    in folder: String, after earlier: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let path = Attempts.path(in: folder)
    try? files.append([UInt8(ascii: "\n")], to: path)
    defer {
      if earlier == 0 {
        try? files.removeIfThere(path)
      } else {
        try? files.truncate(path, to: earlier)
      }
    }
    return try body()
  }
}
