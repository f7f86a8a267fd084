// The journey from sign-up to a person's own baseline, as a pure state machine: it is told what has
// happened and answers with what is to be done, or why that cannot have happened here. It knows no
// clock, no file and no screen. Whoever runs it makes the state durable before doing the actions;
// after a crash `pending` says what may not have been done.

public import VoiceTypes

/// The onboarding of one person, and the follow-up sessions after it.
public struct Journey: Sendable, Equatable {
  /// Identifies the journey.
  public let id: String

  /// How much is asked of the person.
  public let plan: JourneyPlan

  /// The person's identifier; nil before they signed up.
  public internal(set) var person: String?

  /// How they signed up; nil before they did.
  public internal(set) var method: SignupMethod?

  /// Where the journey is.
  public internal(set) var position = JourneyPosition.signupMethod

  /// The session of recordings, counted from 1 over all visits.
  public internal(set) var round = 1

  /// The round with which this visit began: one who ended without a baseline may come again.
  public internal(set) var firstRound = 1

  /// Which recording of its kind in the round, counted from 1.
  public internal(set) var takeNumber = 1

  /// Every attempt, in their order.
  public internal(set) var attempts: [JourneyAttempt] = []

  /// Why the last round made no baseline; none where it did, or has not ended.
  public internal(set) var reasons: [BaselineFault] = []

  /// The baseline that came of it; nil as long as there is none.
  public internal(set) var baseline: HeldBaseline?

  /// The result of the last follow-up session; nil before the first, and during the next one.
  public internal(set) var followUp: FollowUpResult?

  /// The number of the last event that was taken, by source.
  public internal(set) var taken: [String: Int] = [:]

  /// A journey that begins.
  public init(id: String, plan: JourneyPlan = JourneyPlan()) {
    self.id = id
    self.plan = plan
  }

  /// Takes in what has happened, and says what is to be done. An event that was taken before, or is
  /// older than one of its source that was, changes nothing and asks for nothing.
  /// - Throws: Why it cannot have happened here; the journey stays as it was.
  public mutating func handle(_ event: JourneyEvent) throws(JourneyRefusal) -> [JourneyAction] {
    if let last = taken[event.source], event.number <= last { return [] }
    var next = self
    let actions = try next.take(event.happening)
    next.taken[event.source] = event.number
    self = next
    return actions
  }
}

// MARK: - What follows from the state

extension Journey {
  /// Grows with every event that is taken: of two states of a journey, the later one has the larger revision.
  public var revision: Int { taken.values.reduce(0) { $0 + $1 + 1 } }

  /// The purpose of the visit, and after its end of the next one.
  public var purpose: VisitPurpose { baseline == nil ? .baseline : .followUp }

  /// The recording that the journey is at; nil at any other step.
  public var take: JourneyTake? {
    guard case .recording(let task, _) = position else { return nil }
    return JourneyTake(task, round: round, number: takeNumber)
  }

  /// The attempts at the recording that the journey is at.
  var attemptsAtTake: [JourneyAttempt] { attempts.filter { $0.take == take } }

  /// How many more attempts there may be at it.
  public var attemptsLeft: Int { plan.attempts - attemptsAtTake.count }

  /// The rounds of this visit, with the one that is on.
  var roundsUsed: Int { round - firstRound + 1 }

  /// Further rounds that this visit allows.
  public var roundsLeft: Int { plan.rounds - roundsUsed }

  /// The sessions of a task that can be used, of this round.
  func usableSessions(_ task: RecordingTask) -> [String] {
    attempts.filter { $0.take.task == task && $0.take.round == round && $0.state == .usable }
      .map(\.session)
  }

  /// The next attempt at the recording that the journey is at.
  public var request: RecordingRequest? {
    guard let take else { return nil }
    let before = attempts.last { $0.take.task == take.task && $0.take.number == take.number }
    return RecordingRequest(
      take: take, takes: take.task == .reading ? 1 : plan.vowels,
      attempt: attemptsAtTake.count + 1, attempts: plan.attempts, previous: before?.session)
  }
}
