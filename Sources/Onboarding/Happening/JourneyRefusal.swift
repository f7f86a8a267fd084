package import VoiceTypes

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

  /// The finding, in English.
  public var message: String { message(in: .english) }

  /// The advice, in English.
  public var advice: String { advice(in: .english) }

  /// The finding in a language.
  package func message(in language: Language) -> String {
    MessageTemplate(TextCatalogue.journeys.text(code.rawValue, language))
      .filled(with: ["step": position.step.rawValue, "place": place], language)
  }

  /// The advice in a language.
  package func advice(in language: Language) -> String {
    TextCatalogue.journeys.text("\(code.rawValue).advice", language)
  }

  /// The finding and the advice.
  public var description: String { "\(message). \(advice)" }

  private var place: String {
    position.step.rawValue + (position.phase.map { " (\($0))" } ?? "")
  }
}
