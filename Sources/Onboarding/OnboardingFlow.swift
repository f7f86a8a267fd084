// Onboarding flow from sign-up to a baseline, as a pure state machine without clock, files or
// screen. It maps events to actions or a refusal. The runner persists the state before it performs
// the actions. After a crash, `pending` lists the actions to repeat.

public import VoiceTypes

/// Onboarding flow of one person, including later follow-up sessions.
public struct OnboardingFlow: Sendable, Equatable {
  /// Identifier of the flow.
  public let id: String

  /// Identifier of the person; nil before sign-up.
  public internal(set) var person: String?

  /// Sign-up method; nil before sign-up.
  public internal(set) var method: SignupMethod?

  /// Number of recordings, attempts and rounds.
  public let plan: OnboardingPlan

  /// Current position.
  public internal(set) var position = FlowPosition.signupMethod

  /// Current round of recordings, counted from 1 over all sessions.
  public internal(set) var round = 1

  /// First round of the current session. Every new session starts with a new round.
  public internal(set) var firstRound = 1

  /// Number of the current recording within its task and round, counted from 1.
  public internal(set) var recordingNumber = 1

  /// Attempts in chronological order.
  public internal(set) var attempts: [RecordingAttempt] = []

  /// Reasons why the last round gave no baseline; empty otherwise.
  public internal(set) var reasons: [BaselineFault] = []

  /// Baseline of the person; nil before the first.
  public internal(set) var baseline: FlowBaseline?

  /// Result of the last follow-up session; nil before the first and during a session.
  public internal(set) var followUp: FollowUpResult?

  /// Number of the last applied event, by source.
  public internal(set) var lastEventNumbers: [String: Int] = [:]
}

extension OnboardingFlow {
  /// Creates a flow at its start.
  public init(id: String, plan: OnboardingPlan = OnboardingPlan()) {
    self.init(id: id, plan: plan, position: .signupMethod)
  }

  /// Creates the completed flow of a person with a baseline from other recordings of the store.
  public init(
    id: String, plan: OnboardingPlan = OnboardingPlan(), of person: String, method: SignupMethod,
    holding baseline: FlowBaseline
  ) {
    self.init(
      id: id, person: person, method: method, plan: plan, position: .completed(.baselineHeld),
      baseline: baseline)
  }

  /// Applies an event and returns the actions. Events at or below the last number of their source
  /// are duplicates and have no effect.
  /// - Throws: The refusal of an event without a transition; the state does not change.
  public mutating func handle(_ event: FlowEvent) throws(FlowRefusal) -> [FlowEffect] {
    if let last = lastEventNumbers[event.source], event.number <= last { return [] }
    var next = self
    let actions = try next.apply(event.kind)
    next.lastEventNumbers[event.source] = event.number
    self = next
    return actions
  }
}

// MARK: - Derived state

extension OnboardingFlow {
  /// Revision number, which increases with every applied event.
  public var revision: Int { lastEventNumbers.values.reduce(0) { $0 + $1 + 1 } }

  /// Purpose of the current session; for a completed flow, of the next one.
  public var purpose: VisitPurpose { baseline == nil ? .baseline : .followUp }

  /// Requested recording; nil outside the recording steps.
  public var take: RequestedRecording? {
    guard case .recording(let task, _) = position else { return nil }
    return RequestedRecording(task: task, round: round, number: recordingNumber)
  }

  /// Attempts at the requested recording.
  var attemptsAtRecording: [RecordingAttempt] { attempts.filter { $0.take == take } }

  /// Number of remaining attempts at the requested recording.
  public var attemptsLeft: Int { plan.attempts - attemptsAtRecording.count }

  /// Number of rounds in this session, including the current one.
  var roundsUsed: Int { round - firstRound + 1 }

  /// Number of remaining rounds in this session.
  public var roundsLeft: Int { plan.rounds - roundsUsed }

  /// Returns the sessions of the usable recordings of a task in this round.
  func usableSessions(_ task: RecordingTask) -> [String] {
    attempts.filter { $0.take.task == task && $0.take.round == round && $0.state == .usable }
      .map(\.session)
  }

  /// Request for the next attempt; nil outside the recording steps.
  public var request: RecordingRequest? {
    guard let take else { return nil }
    let before = attempts.last { $0.isOfSameRecording(as: take) }
    return RecordingRequest(
      take: take, takes: take.task == .reading ? 1 : plan.vowels,
      attempt: attemptsAtRecording.count + 1, attempts: plan.attempts, previous: before?.session)
  }
}
