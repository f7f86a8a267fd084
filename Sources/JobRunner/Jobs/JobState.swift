// The stages of one recording, as a pure state machine: claimed → quick done → comprehensive done →
// filed; or refused, duplicate, failed, stranded, left behind. A recording whose bytes change before
// it is archived is claimed again. A worker performs the actions, makes their effect durable and
// hands back the event; no step begins before the effect of the step before it is on disk.

package import VoiceTypes

/// Which documents a recording gets.
package enum WantedTiers: String, CaseIterable, Sendable {
  case both
  case quick
  case comprehensive

  /// The tier that is analysed first.
  package var first: Tier { self == .comprehensive ? .comprehensive : .quick }
}

/// How a recording ends.
package enum Ending: String, CaseIterable, Sendable {
  /// Its documents are in the store, and the source is where the user wants it.
  case filed
  /// It cannot be measured; an error document says why.
  case refused
  /// It is the same as one before, to which its record points.
  case duplicate
  /// Something is wrong that trying again does not cure; a quick document that there is stays.
  case failed
  /// It failed, or has its results, and its disk does not give it out to be put away: it stays where
  /// it is, and an error document says where that is.
  case stranded
  /// Its results stand, and what is left of it cannot be removed: a report says where that is.
  case leftBehind

  /// The same for a program that waits for results.
  fileprivate var outcome: JobOutcome {
    switch self {
    case .filed, .leftBehind: .analysed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed, .stranded: .failed
    }
  }
}

/// What can go wrong with a step.
package enum JobFault: Hashable, CaseIterable, Sendable {
  /// The store or the inbox cannot be used now: full, read-only, busy, not mounted.
  case passing
  /// The recording itself cannot be read from its disk.
  case source
  /// What is left of the recording may not be removed.
  case unremovable
  /// Its session is not as it should be, in a way that time alone seldom cures.
  case stubborn
  /// Trying again would give the same.
  case permanent
}

/// The state of one claimed recording.
package struct JobState: Sendable, Equatable {
  /// How far it has come; every stage is durable when it is entered.
  package enum Stage: Hashable, Sendable {
    /// It lies in the work folder, under the identifier of its session.
    case claimed
    /// The quick document is in the store.
    case quickDone
    /// The comprehensive document is in the store.
    case comprehensiveDone
    /// How it ends is known; its source is still to be put away.
    case settling(Ending)
    /// Nothing is left to do.
    case ended(Ending)
  }

  /// What has happened.
  package enum Event: Hashable, Sendable {
    case stored(Tier)
    case refused
    case duplicate
    case putAway
    /// The bytes that are to be put away are not those that were analysed.
    case changed
    case fault(JobFault)
    case retryDue
  }

  /// What is to be done now.
  package enum Action: Hashable, Sendable {
    case analyse(Tier)
    case putAway(Ending)
    case publish(JobPhase)
    case wait(Duration)

    /// Whether it is a step on the recording itself.
    package var isWork: Bool {
      switch self {
      case .analyse, .putAway: true
      case .publish, .wait: false
      }
    }
  }

  /// How far the recording has come.
  package private(set) var stage: Stage

  /// Faults in a row at this stage.
  package private(set) var faults = 0

  /// Whether a retry is due later.
  package private(set) var isWaiting = false

  private let tiers: WantedTiers
  private let policy: RetryPolicy

  /// A recording at a stage, which an earlier run may have reached.
  package init(tiers: WantedTiers, policy: RetryPolicy, stage: Stage) {
    self.tiers = tiers
    self.policy = policy
    self.stage = stage
  }

  /// Whether nothing is left to do.
  package var hasEnded: Bool { if case .ended = stage { true } else { false } }

  /// What is to be done at this stage, for a recording that starts here.
  package var pending: [Action] {
    switch stage {
    case .ended: []
    case .claimed: [.analyse(tiers.first)]
    case .quickDone: [tiers == .quick ? .putAway(.filed) : .analyse(.comprehensive)]
    case .comprehensiveDone: [.putAway(.filed)]
    case .settling(let ending): [.putAway(ending)]
    }
  }

  /// Takes in what has happened; an event that means nothing at this stage changes nothing.
  package mutating func handle(_ event: Event) -> [Action] {
    switch (stage, event) {
    case (_, .retryDue): return retry()
    case (_, .fault(let fault)): return take(fault)
    case (.claimed, .stored(.quick)) where tiers != .comprehensive: return enter(.quickDone)
    case (.claimed, .stored(.comprehensive)) where tiers == .comprehensive:
      return enter(.comprehensiveDone)
    case (.quickDone, .stored(.comprehensive)) where tiers != .quick:
      return enter(.comprehensiveDone)
    case (.claimed, .refused), (.quickDone, .refused): return enter(.settling(.refused))
    case (.claimed, .duplicate), (.quickDone, .duplicate): return enter(.settling(.duplicate))
    case (.quickDone, .changed), (.comprehensiveDone, .changed): return enter(.claimed)
    case (.settling(.refused), .changed), (.settling(.duplicate), .changed): return enter(.claimed)
    case (.quickDone, .putAway) where tiers == .quick: return enter(.ended(.filed))
    case (.comprehensiveDone, .putAway): return enter(.ended(.filed))
    case (.settling(let ending), .putAway): return enter(.ended(ending))
    default: return []
    }
  }

  /// What came of the recording; nil as long as that is not known.
  package var outcome: JobOutcome? {
    switch stage {
    case .ended(let ending), .settling(let ending): ending.outcome
    default: pending.first == .putAway(.filed) ? .analysed : nil
    }
  }

  // MARK: - Transitions

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

  /// What has not begun cannot go wrong.
  private mutating func take(_ fault: JobFault) -> [Action] {
    guard !pending.isEmpty, !isWaiting else { return [] }
    faults += 1
    if let ending = ending(after: fault) { return enter(.settling(ending)) }
    isWaiting = true
    return [.wait(policy.delay(after: faults))]
  }

  /// How a recording ends that a fault ends; nil for one that goes on being tried. What passes is
  /// waited for however long it takes, because a source is never given up.
  private func ending(after fault: JobFault) -> Ending? {
    guard fault != .passing, fault == .permanent || faults >= policy.sourceAttempts else {
      return nil
    }
    switch (pending.first, fault) {
    case (.analyse, _): return .failed
    // They ask nothing of the recording, and nothing of its session that it must be able to do.
    case (.putAway(.stranded), _), (.putAway(.leftBehind), _): return nil
    case (.putAway, .source): return .stranded
    case (.putAway, .unremovable): return .leftBehind
    // It needs a store that takes it, and no more.
    case (.putAway(.failed), _): return nil
    case (.putAway, _): return .failed
    default: return nil
    }
  }

  /// What a caller is told on entering the stage; nil for what is told by the step itself.
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

/// Waits that double from fault to fault, up to a longest.
package struct RetryPolicy: Sendable, Equatable {
  /// The wait after a first fault: long enough for a lock or a busy file to pass [E].
  package var first: Duration = .milliseconds(200)

  /// The longest wait: a disk that was made free again is noticed within it [E].
  package var longest: Duration = .seconds(30)

  /// Times a recording is read that its disk does not give out, 6 s in all [E].
  package var sourceAttempts = 6

  /// The waits of a watcher.
  package init() {}

  /// The wait after a number of faults in a row, from 1 up.
  package func delay(after faults: Int) -> Duration {
    precondition(faults > 0, "the number of faults must be positive")
    var delay = first
    for _ in 1..<faults where delay < longest { delay *= 2 }
    return min(delay, longest)
  }
}
