// Why an event is not taken. The journey stays as it was, and whoever told the event may go on.

/// An event that does not belong where the journey is.
public struct JourneyRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, for programs; the raw values are part of the contract.
  public enum Code: String, CaseIterable, Sendable {
    /// It belongs to another step.
    case wrongStep = "wrong_step"
    /// It belongs to the step, but not now.
    case notNow = "not_now"
    case cannotBeSkipped = "cannot_be_skipped"
    case noAttemptsLeft = "no_attempts_left"
    /// An analysis of another recording than the one that is waited for.
    case otherSession = "other_session"
    /// A recording under the session of one before.
    case knownSession = "known_session"
    case alreadySignedUp = "already_signed_up"
    /// It lacks what it is about.
    case namesNothing = "names_nothing"
    case journeyCompleted = "journey_completed"
    /// A follow-up session on the day of the newest recordings.
    case tooEarly = "too_early"
    /// A follow-up session without consent to analysis and storage.
    case noConsent = "no_consent"
  }

  /// Why.
  public let code: Code

  /// Where the journey is.
  public let position: JourneyPosition

  /// States a refusal.
  public init(_ code: Code, at position: JourneyPosition) {
    self.code = code
    self.position = position
  }

  /// One sentence that says what was found.
  public var message: String {
    switch code {
    case .wrongStep: "this does not happen at the step \(position.step.rawValue)"
    case .notNow: "this does not happen now, at the step \(place)"
    case .cannotBeSkipped: "the step \(place) cannot be skipped"
    case .noAttemptsLeft: "every attempt at the step \(position.step.rawValue) was used"
    case .otherSession: "the analysis is of another recording than the one that is waited for"
    case .knownSession: "the session is that of a recording before"
    case .alreadySignedUp: "the person has signed up before"
    case .namesNothing: "the event lacks what it is about"
    case .journeyCompleted: "the journey has ended"
    case .tooEarly: "the newest recordings are of today"
    case .noConsent: "there is no consent to analysis and storage"
    }
  }

  /// One sentence that says what to do.
  public var advice: String {
    switch code {
    case .wrongStep, .notNow: "show the person where the journey is, and go on from there"
    case .cannotBeSkipped: "finish what it asks for, or come back to it later"
    case .noAttemptsLeft: "go on without this recording, or come back on another day"
    case .otherSession: "nothing; the newer recording is what counts"
    case .knownSession: "store each recording under a session of its own"
    case .alreadySignedUp: "only a guest can sign up; sign in instead"
    case .namesNothing: "name the person, session, baseline, fields or reasons that it is about"
    case .journeyCompleted: "begin a follow-up session, or try again where there is no baseline"
    case .tooEarly: "come back on another day"
    case .noConsent: "agree to both, and then record again"
    }
  }

  /// What was found and what to do.
  public var description: String { "\(message); \(advice)" }

  private var place: String {
    position.step.rawValue + (position.phase.map { " (\($0))" } ?? "")
  }
}
