// The stages of a recording as a pure state machine: claimed → quick done → comprehensive done → filed; or refused,
// duplicate, failed, stranded, left behind. A recording that changes before it is archived is claimed again. A worker
// performs the actions, makes their effect durable and returns the event. No step begins before the effect of the
// previous step is on disk.

package import VoiceTypes

/// The documents of a recording.
package enum WantedTiers: String, CaseIterable, Sendable {
  case both
  case quick
  case comprehensive

  package var first: Tier { self == .comprehensive ? .comprehensive : .quick }
}

package enum JobResult: String, CaseIterable, Sendable {
  /// Its documents are stored, and its source is archived, kept or removed.
  case filed
  /// It cannot be measured.
  case refused
  /// It is the same as an earlier one.
  case duplicate
  /// A retry would not help; a quick document stays.
  case failed
  /// Its source cannot be read and stays in the work folder, with a report.
  case stranded
  /// Its results are stored, but its source cannot be removed; a report says where it is.
  case leftBehind

  /// The outcome for a program that waits for results.
  var outcome: JobOutcome {
    switch self {
    case .filed, .leftBehind: .analysed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed, .stranded: .failed
    }
  }
}

/// The class of a fault of a step.
package enum JobFault: Hashable, CaseIterable, Sendable {
  /// Transient: the store or the inbox is full, read-only, busy or not mounted.
  case passing
  /// The recording cannot be read.
  case source
  /// The source may not be removed.
  case unremovable
  /// The session is damaged in a way that seldom passes.
  case stubborn
  /// A retry would fail in the same way.
  case permanent
}

/// The state of one claimed recording.
package struct JobState: Sendable, Equatable {
  /// The progress; every stage is durable when it is entered.
  package enum Stage: Hashable, Sendable {
    /// It is in the work folder of its session.
    case claimed
    /// The quick document is stored.
    case quickDone
    /// The comprehensive document is stored.
    case comprehensiveDone
    /// The result is known; the source is not yet archived.
    case settling(JobResult)
    case ended(JobResult)
  }

  package enum Event: Hashable, Sendable {
    case stored(Tier)
    case refused
    case duplicate
    case finalized
    /// The bytes of the source are not the analysed ones.
    case changed
    case fault(JobFault)
    case retryDue
  }

  package enum Action: Hashable, Sendable {
    case analyse(Tier)
    case finalize(JobResult)
    case publish(JobPhase)
    case wait(Duration)

    /// Whether it is a step of a worker.
    package var isWork: Bool {
      switch self {
      case .analyse, .finalize: true
      case .publish, .wait: false
      }
    }
  }

  package private(set) var stage: Stage

  /// Faults in a row at this stage.
  package private(set) var faults = 0

  /// Whether a retry is pending.
  package private(set) var isWaiting = false

  private let tiers: WantedTiers
  private let policy: RetryPolicy

  /// A recording at a stage, which an earlier run may have reached.
  package init(tiers: WantedTiers, policy: RetryPolicy, stage: Stage) {
    self.tiers = tiers
    self.policy = policy
    self.stage = stage
  }

  package var hasEnded: Bool { if case .ended = stage { true } else { false } }

  package var pending: [Action] {
    switch stage {
    case .ended: []
    case .claimed: [.analyse(tiers.first)]
    case .quickDone: [tiers == .quick ? .finalize(.filed) : .analyse(.comprehensive)]
    case .comprehensiveDone: [.finalize(.filed)]
    case .settling(let ending): [.finalize(ending)]
    }
  }

  /// Applies an event; one that has no meaning at this stage changes nothing.
  package mutating func handle(_ event: Event) -> [Action] {
    switch (stage, event) {
    case (_, .retryDue): return retry()
    case (_, .fault(let fault)): return apply(fault)
    case (.claimed, .stored(.quick)) where tiers != .comprehensive: return enter(.quickDone)
    case (.claimed, .stored(.comprehensive)) where tiers == .comprehensive:
      return enter(.comprehensiveDone)
    case (.quickDone, .stored(.comprehensive)) where tiers != .quick:
      return enter(.comprehensiveDone)
    case (.claimed, .refused), (.quickDone, .refused): return enter(.settling(.refused))
    case (.claimed, .duplicate), (.quickDone, .duplicate): return enter(.settling(.duplicate))
    case (.quickDone, .changed), (.comprehensiveDone, .changed): return enter(.claimed)
    case (.settling(.refused), .changed), (.settling(.duplicate), .changed): return enter(.claimed)
    case (.quickDone, .finalized) where tiers == .quick: return enter(.ended(.filed))
    case (.comprehensiveDone, .finalized): return enter(.ended(.filed))
    case (.settling(let ending), .finalized): return enter(.ended(ending))
    default: return []
    }
  }

  /// The outcome; nil before the end.
  package var outcome: JobOutcome? {
    switch stage {
    case .ended(let ending), .settling(let ending): ending.outcome
    default: pending.first == .finalize(.filed) ? .analysed : nil
    }
  }

  private mutating func enter(_ next: Stage) -> [Action] {
    stage = next
    faults = 0
    isWaiting = false
    return (phase.map { [.publish($0)] } ?? []) + pending
  }

  private mutating func retry() -> [Action] {
    guard isWaiting else { return [] }
    isWaiting = false
    return pending
  }

  private mutating func apply(_ fault: JobFault) -> [Action] {
    guard !pending.isEmpty, !isWaiting else { return [] }
    faults += 1
    if let ending = ending(after: fault) { return enter(.settling(ending)) }
    isWaiting = true
    return [.wait(policy.delay(after: faults))]
  }

  /// The result after a fault; nil for a retry. A transient fault is retried without a limit: a
  /// source is never given up.
  private func ending(after fault: JobFault) -> JobResult? {
    guard fault != .passing, fault == .permanent || faults >= policy.sourceAttempts else {
      return nil
    }
    switch (pending.first, fault) {
    case (.analyse, _): return .failed
    // They need neither the source nor the session.
    case (.finalize(.stranded), _), (.finalize(.leftBehind), _): return nil
    case (.finalize, .source): return .stranded
    case (.finalize, .unremovable): return .leftBehind
    // This step needs only a writable store.
    case (.finalize(.failed), _): return nil
    case (.finalize, _): return .failed
    default: return nil
    }
  }

  /// The phase on entering the stage; nil if the step publishes it.
  private var phase: JobPhase? {
    switch stage {
    case .quickDone: .quickComplete
    case .comprehensiveDone: .complete
    case .settling(.refused), .settling(.failed), .settling(.stranded): .error
    case .ended(.duplicate): .complete
    case .claimed, .settling, .ended: nil
    }
  }
}

/// Waits that double from fault to fault, up to a limit.
package struct RetryPolicy: Sendable, Equatable {
  /// The first wait, longer than most locks [E].
  package var first: Duration = .milliseconds(200)

  /// The longest wait: the time after which a disk with new space is noticed [E].
  package var longest: Duration = .seconds(30)

  /// Reads of an unreadable recording, 6 s in all [E].
  package var sourceAttempts = 6

  package init() {}

  /// The wait after a number of faults in a row, from 1 up.
  package func delay(after faults: Int) -> Duration {
    precondition(faults > 0, "the number of faults must be positive")
    var delay = first
    for _ in 1..<faults where delay < longest { delay *= 2 }
    return min(delay, longest)
  }
}
