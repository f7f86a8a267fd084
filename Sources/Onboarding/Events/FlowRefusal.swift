package import VoiceTypes

/// An event that does not belong where the journey is.
public struct FlowRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// Machine-readable reason; the raw values are part of the contract.
  public enum Code: String, CaseIterable, Sendable {
    /// The event belongs to another step.
    case wrongStep = "wrong_step"
    /// The event belongs to another phase of the step.
    case notNow = "not_now"
    case cannotBeSkipped = "cannot_be_skipped"
    case noAttemptsLeft = "no_attempts_left"
    /// The analysis belongs to another recording than the pending one.
    case otherSession = "other_session"
    /// The session belongs to an earlier recording.
    case knownSession = "known_session"
    case alreadySignedUp = "already_signed_up"
    /// The event lacks a required identifier, fault or reason.
    case namesNothing = "names_nothing"
    case journeyCompleted = "journey_completed"
    /// The newest recordings are of the same day.
    case tooEarly = "too_early"
    /// The person has not consented to analysis and storage.
    case noConsent = "no_consent"
  }

  /// Machine-readable reason.
  public let code: Code

  /// Position of the flow.
  public let position: FlowPosition

  /// Creates a refusal.
  public init(_ code: Code, at position: FlowPosition) {
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
  public var description: String { "\(message); \(advice)" }

  private var place: String {
    position.step.rawValue + (position.phase.map { " (\($0))" } ?? "")
  }
}
