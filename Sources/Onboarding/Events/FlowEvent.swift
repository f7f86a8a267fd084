public import VoiceTypes

/// Sign-up method.
public enum SignupMethod: String, CaseIterable, Sendable {
  /// Guest without an account, with a generated identifier.
  case guest
  /// Account of the person.
  case email
  /// Sign-up by staff.
  case staff
}

/// Microphone permission as reported by the system.
public enum MicrophonePermission: String, CaseIterable, Sendable {
  case granted
  case denied
  /// Restricted by another party, such as a parent or an administrator.
  case restricted
  /// Not determined yet.
  case unknown
}

/// Result of an analysis.
public enum AnalysisOutcome: Sendable, Equatable {
  case usable
  /// Unusable recording, with at least one reason.
  case refused([BaselineFault])
}

/// Permission for a follow-up session.
public enum FollowUpPermission: String, CaseIterable, Sendable {
  case granted
  /// The newest recordings are of the same day, so a session adds no independent observation.
  case tooEarly = "too_early"
  /// The person has not consented to analysis and storage.
  case noConsent = "no_consent"
}

/// Content of an event.
public enum FlowEventKind: Sendable, Equatable {
  /// Sign-up, or account creation of a guest; `person` is the new identifier.
  case signedUp(SignupMethod, person: String)
  case explainerRead
  /// Complete and valid profile.
  case profileGiven
  /// Invalid or incomplete profile, with at least one fault.
  case profileFaulty([ProfileFault])
  case microphone(MicrophonePermission)
  case recordingStarted
  /// Cancelled recording; its audio is discarded.
  case recordingStopped
  /// Recording stored under this session.
  case recorded(session: String)
  case quickDone(session: String, AnalysisOutcome)
  case comprehensiveDone(session: String, AnalysisOutcome)
  case baselineHeld(FlowBaseline)
  /// Refused baseline, with at least one reason.
  case baselineRefused([BaselineFault])
  /// Request for a follow-up session, with its permission.
  case followUp(FollowUpPermission)
  /// Completed comparison of a follow-up session, with the baseline from then on.
  case followedUp(FollowUpResult, FlowBaseline)
  /// The person skips the current recording or step.
  case skipped
  /// The person retries.
  case retried
  /// The flow resumes after a crash or on another device.
  case resumed
}

extension FlowEventKind {
  /// Steps that accept the event; nil for all.
  var steps: Set<FlowStep>? {
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

  /// Whether the event lacks a required identifier, fault or reason.
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

/// Event with its source and number. Each source numbers its events in ascending order and
/// redelivers an event with its original number.
public struct FlowEvent: Sendable, Equatable {
  /// Source of the event, such as a device or the runner.
  public let source: String

  /// Number of the event within its source, from 0.
  public let number: Int

  /// Content of the event.
  public let kind: FlowEventKind

  /// Creates an event.
  /// - Precondition: The number is not negative.
  public init(_ kind: FlowEventKind, from source: String, number: Int) {
    precondition(number >= 0, "events are numbered from 0")
    (self.source, self.number, self.kind) = (source, number, kind)
  }
}
