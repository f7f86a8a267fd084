// What happens to one recording, as a pure state machine: seen → stable → claimed → quick done →
// comprehensive done → filed; or refused, duplicate, failed, stranded; or taken away again before
// it was claimed. One whose bytes change before they are put away is claimed anew. Whoever runs it performs the actions, makes their effect durable and reports back;
// nothing begins before what came before it is on disk.

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
  /// Its owner took it away before it was claimed.
  case withdrawn
}

extension Ending {
  /// The same for a program that waits for results; nil for a recording that gets none.
  fileprivate var outcome: JobOutcome? {
    switch self {
    case .filed, .leftBehind: .analysed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed, .stranded: .failed
    case .withdrawn: nil
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

/// The life of one recording.
package struct JobState: Sendable, Equatable {
  /// How far it has come; every stage from `claimed` on is durable when it is entered.
  package enum Stage: Hashable, Sendable {
    /// It is in the inbox, and may still be written to.
    case seen
    /// It is complete.
    case stable
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
    case complete
    case withdrawn
    case claimed
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
    case claim
    case analyse(Tier)
    case putAway(Ending)
    case publish(JobPhase)
    case wait(Duration)

    /// Whether it is a step on the recording itself.
    package var isWork: Bool {
      switch self {
      case .claim, .analyse, .putAway: true
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

  /// A recording that was seen, or one that a run before this one brought as far as `stage`.
  package init(tiers: WantedTiers, policy: RetryPolicy, stage: Stage = .seen) {
    self.tiers = tiers
    self.policy = policy
    self.stage = stage
  }

  /// Whether nothing is left to do.
  package var hasEnded: Bool { if case .ended = stage { true } else { false } }

  /// What is to be done at this stage, for a recording that starts here.
  package var pending: [Action] {
    switch stage {
    case .seen, .ended: []
    case .stable: [.claim]
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
    case (.seen, .complete): return enter(.stable)
    case (.seen, .withdrawn), (.stable, .withdrawn): return enter(.ended(.withdrawn))
    case (.stable, .claimed): return enter(.claimed)
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
    case .seen: .idle
    case .quickDone: .quickComplete
    case .comprehensiveDone: .complete
    case .settling(.refused), .settling(.failed), .settling(.stranded): .error
    case .ended(.duplicate): .complete
    case .stable, .claimed, .settling, .ended: nil
    }
  }
}
