// What journeys say to people, in the language of whoever asks. English is as the room has it; what no
// table has stays as it is written.

internal import BaselineService
internal import Onboarding
internal import VoiceReport
internal import VoiceTypes

/// What was found, and what to do.
struct Advised: Sendable, Equatable {
  let message: String
  let advice: String

  init(_ message: String, _ advice: String) { (self.message, self.advice) = (message, advice) }
}

extension Language {
  /// Why a recording or a baseline was refused.
  func words(of fault: BaselineFault) -> Advised {
    let written = Advised(fault.message, fault.advice)
    guard self == .german else { return written }
    let id = fault.sentence?.id ?? fault.code
    let own =
      BaselineText(rawValue: id)?.german ?? ConditionText(rawValue: id)?.german
      ?? (JourneyText(rawValue: id) == .noUsableVowel
        ? Advised(
          "keiner der Vokale war verwendbar",
          "noch einmal einen Vokal aufnehmen, in einem ruhigen Raum und nahe am Mikrofon") : nil)
    if let own {
      let values = (fault.sentence?.parameters ?? [:]).mapValues(text(written:))
      guard
        SentenceTemplate.names(in: own.message + own.advice).allSatisfy({ values[$0] != nil })
      else { return written }
      return Advised(
        SentenceTemplate.fill(own.message, with: values),
        SentenceTemplate.fill(own.advice, with: values))
    }
    guard let found = finding(of: fault) else { return written }
    return Advised(
      found.message,
      found.advice ?? "in einem ruhigen Raum nahe am Mikrofon noch einmal aufnehmen")
  }

  /// What a person is told when something cannot go on as it was meant to.
  func words(of error: JourneyError, in journey: Journey) -> Advised {
    guard self == .german else { return Advised(error.message, error.advice) }
    let first = error.reasons.first.map { words(of: $0) }
    switch error.code {
    case .profileFaulty:
      return Advised(
        "die Angaben sind so nicht verwendbar", "die genannten Felder in Ordnung bringen")
    case .microphoneDenied:
      return Advised(
        "diese Seite darf das Mikrofon nicht verwenden",
        "das Mikrofon in den Einstellungen des Geräts oder des Browsers erlauben und es noch einmal "
          + "versuchen")
    case .microphoneRestricted:
      return Advised(
        "über das Mikrofon dieses Geräts entscheidet jemand anderes",
        "wer das Gerät verwaltet, um Erlaubnis bitten, oder ein anderes Gerät verwenden")
    case .microphoneUnknown:
      return Advised(
        "ob diese Seite das Mikrofon verwenden darf, ist noch nicht entschieden",
        "es noch einmal versuchen und das Mikrofon erlauben, wenn das Gerät fragt")
    case .recordingRefused, .attemptsUsedUp:
      let number = journey.attempts.last?.number ?? 1
      return Advised(
        "Versuch \(number) von \(journey.plan.attempts) ist nicht verwendbar: "
          + (first?.message ?? "die Aufnahme wurde abgelehnt"),
        error.code == .attemptsUsedUp
          ? "ohne diese Aufnahme weitermachen; sie kann an einem anderen Tag gemacht werden"
          : first?.advice ?? "noch einmal aufnehmen")
    case .baselineRefused, .followUpRefused, .roundsUsedUp:
      let found =
        switch journey.purpose {
        case .baseline: "die Aufnahmen dieser Sitzung ergeben keinen Ausgangswert: "
        case .followUp:
          "die Aufnahmen dieser Sitzung lassen sich nicht mit dem Ausgangswert vergleichen: "
        }
      return Advised(
        found + (first?.message ?? "sie wurden abgelehnt"),
        error.code == .roundsUsedUp
          ? "hier enden und an einem anderen Tag noch einmal aufnehmen"
          : first?.advice ?? "die Vokale noch einmal aufnehmen")
    }
  }
}

extension JourneyRefusal.Code {
  /// The same in German.
  var german: Advised {
    let goOn = "ansehen, wo es gerade weitergeht, und dort weitermachen"
    switch self {
    case .wrongStep: return Advised("dies gehört zu einem anderen Schritt", goOn)
    case .notNow: return Advised("dies geschieht jetzt nicht", goOn)
    case .cannotBeSkipped:
      return Advised(
        "dieser Schritt lässt sich nicht überspringen",
        "abschließen, was er verlangt, oder später wiederkommen")
    case .noAttemptsLeft:
      return Advised(
        "alle Versuche für diesen Schritt sind aufgebraucht",
        "ohne diese Aufnahme weitermachen oder an einem anderen Tag wiederkommen")
    case .otherSession:
      return Advised(
        "diese Auswertung gehört zu einer anderen Aufnahme", "nichts; die neuere Aufnahme zählt")
    case .knownSession:
      return Advised("diese Aufnahme gibt es schon", "nichts; sie ist schon aufbewahrt")
    case .alreadySignedUp:
      return Advised("diese Person ist schon dabei", "sich stattdessen anmelden")
    case .namesNothing: return Advised("hier fehlt, worum es geht", goOn)
    case .journeyCompleted:
      return Advised(
        "dieser Durchgang ist abgeschlossen",
        "eine weitere Sitzung beginnen oder, wo es noch keinen Ausgangswert gibt, es noch einmal "
          + "versuchen")
    case .tooEarly:
      return Advised("die neuesten Aufnahmen sind von heute", "an einem anderen Tag wiederkommen")
    case .noConsent:
      return Advised(
        "es gibt keine Einwilligung in Auswertung und Speicherung",
        "in beides einwilligen und dann noch einmal aufnehmen")
    }
  }
}
