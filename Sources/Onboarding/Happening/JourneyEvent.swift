// What happens on a journey: what a person does, and what comes of their recordings.

public import VoiceTypes

/// How a person came to the program.
public enum SignupMethod: String, CaseIterable, Sendable {
  /// Without an account, under an identifier that was made for them.
  case guest
  /// With an account of their own.
  case email
  /// By somebody who works with them.
  case staff
}

/// What a system says of its microphone.
public enum MicrophoneAnswer: String, CaseIterable, Sendable {
  case granted
  case denied
  /// Somebody else decides, such as a parent or an administrator.
  case restricted
  /// Nobody has decided yet.
  case unknown
}

/// What an analysis says of a recording.
public enum AnalysisOutcome: Sendable, Equatable {
  case usable
  /// It cannot be used, for these reasons; at least one.
  case refused([BaselineFault])
}

/// Whether a follow-up session may begin.
public enum FollowUpPermission: String, CaseIterable, Sendable {
  case granted
  /// The newest recordings are of the same day: another session of that day is no new observation.
  case tooEarly = "too_early"
  /// The consent of the person does not cover analysis and storage.
  case noConsent = "no_consent"
}

/// Something that happened.
public enum JourneyHappening: Sendable, Equatable {
  /// A person came, or a guest got an account; `person` is the identifier they have from then on.
  case signedUp(SignupMethod, person: String)
  case explainerRead
  /// The profile is that of a complete person.
  case profileGiven
  /// The profile is not; what is wrong or missing, at least one.
  case profileFaulty([ProfileFault])
  case microphone(MicrophoneAnswer)
  case recordingStarted
  /// It was broken off, and nothing of it is kept.
  case recordingStopped
  /// It was made, and is stored under this session.
  case recorded(session: String)
  case quickDone(session: String, AnalysisOutcome)
  case comprehensiveDone(session: String, AnalysisOutcome)
  case baselineHeld(HeldBaseline)
  /// The recordings make no baseline, for these reasons; at least one.
  case baselineRefused([BaselineFault])
  /// The person comes back to record a follow-up session, which may begin or not.
  case followUp(FollowUpPermission)
  /// A follow-up session was compared; the baseline is this one from then on.
  case followedUp(FollowUpResult, HeldBaseline)
  /// The person goes on without.
  case skipped
  /// The person tries again.
  case retried
  /// The journey goes on after a crash, or on another device.
  case resumed
}

extension JourneyHappening {
  /// The steps at which it may happen; nil for all of them.
  var steps: Set<JourneyStep>? {
    switch self {
    case .signedUp, .resumed: nil
    case .explainerRead: [.explainer]
    case .profileGiven, .profileFaulty: [.userInfoForm]
    case .microphone, .recordingStarted, .recordingStopped, .recorded, .quickDone,
      .comprehensiveDone:
      [.sustainedVowelTest, .readingPrompt]
    case .baselineHeld, .baselineRefused, .followedUp: [.finalStep]
    case .followUp: [.completed]
    case .skipped, .retried: [.sustainedVowelTest, .readingPrompt, .finalStep]
    }
  }

  /// Whether it lacks what it is about.
  var namesNothing: Bool {
    switch self {
    case .signedUp(_, let text), .recorded(let text): text.allSatisfy(\.isWhitespace)
    case .baselineHeld(let baseline): baseline.id.allSatisfy(\.isWhitespace)
    case .followedUp(let result, let baseline):
      [result.session, result.recording, baseline.id].contains { $0.allSatisfy(\.isWhitespace) }
    case .profileFaulty(let faults): faults.isEmpty
    case .baselineRefused(let reasons), .quickDone(_, .refused(let reasons)),
      .comprehensiveDone(_, .refused(let reasons)):
      reasons.isEmpty
    default: false
    }
  }
}

/// Something that happened, told by one of several sources. A source numbers what it tells upwards
/// and keeps its order; what it tells again after a crash has the number that it had.
public struct JourneyEvent: Sendable, Equatable {
  /// Who tells it, such as a device or the runner.
  public let source: String

  /// Its number there, from 0.
  public let number: Int

  /// What happened.
  public let happening: JourneyHappening

  /// Numbers what happened.
  /// - Precondition: The number is not negative.
  public init(_ happening: JourneyHappening, from source: String, number: Int) {
    precondition(number >= 0, "events are numbered from 0")
    self.source = source
    self.number = number
    self.happening = happening
  }
}
