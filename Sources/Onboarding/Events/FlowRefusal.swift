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

  /// The finding in a language.
  package func message(in language: Language) -> String {
    let step = position.step.rawValue
    let place = step + (position.phase.map { " (\($0))" } ?? "")
    return MessageTemplate(TextCatalogue.journeys.text(code.rawValue, language))
      .filled(with: ["step": step, "place": place], language)
  }

  /// The advice in a language.
  package func advice(in language: Language) -> String {
    TextCatalogue.journeys.text("\(code.rawValue).advice", language)
  }

  /// The finding and the advice, in English.
  public var description: String { "\(message(in: .english)); \(advice(in: .english))" }
}
