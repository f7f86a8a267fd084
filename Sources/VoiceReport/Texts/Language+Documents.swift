// What documents say, in the language of a page. English is as the document has it; another language
// says it by its entry in the catalogue of codes. What no catalogue has, as of another version, stays
// as it is written. Keys and codes are the same in every language.

package import VoiceTypes

extension Language {
  /// What a measure is called in tables.
  package func name(of measure: Measure) -> String {
    switch self {
    case .english: measure.facts.name.title
    case .german: measure.german
    }
  }

  /// What stands behind the numbers of a measure; empty for a bare number.
  package func unit(of measure: Measure) -> String {
    measure.facts.unit == .semitones ? text(.unitSemitones) : measure.facts.unit.symbol
  }

  /// Why a measure has no number.
  package func text(of reason: Unavailability) -> String {
    text(reason.sentence, orCode: reason.code.rawValue, written: reason.message) {
      ReasonText(rawValue: $0)?.german
    }
  }

  /// What a check says; nil where there is nothing to say.
  package func text(of check: QualityCheck) -> String? {
    check.message.map { message in
      text(check.sentence, orCode: check.id, written: message) { CheckText(rawValue: $0)?.german }
    }
  }

  /// Why a recording was refused.
  package func message(of refusal: Refusal) -> String {
    text(refusal.sentence, orCode: refusal.code.rawValue, written: refusal.message) {
      RefusalText(rawValue: $0)?.german
    }
  }

  /// What to do about it.
  package func advice(of refusal: Refusal) -> String {
    text(refusal.sentence, orCode: refusal.code.rawValue, written: refusal.advice) {
      RefusalText(rawValue: $0)?.germanAdvice
    }
  }

  /// What a check or a refusal found, as a fault of a baseline has it, and what to do; nil for one of
  /// neither. Some checks do not say what to do.
  package func finding(of fault: BaselineFault) -> (message: String, advice: String?)? {
    let id = fault.sentence?.id ?? fault.code
    if let refusal = RefusalText(rawValue: id), self == .german {
      let advice = text(
        fault.sentence, orCode: fault.code, written: fault.advice,
        by: { _ in refusal.germanAdvice })
      return (
        text(
          fault.sentence, orCode: fault.code, written: fault.message, by: { _ in refusal.german }),
        advice
      )
    }
    guard let check = CheckText(rawValue: id), self == .german else { return nil }
    let message = text(
      fault.sentence, orCode: fault.code, written: fault.message, by: { _ in check.germanFinding })
    let advice = check.germanHint.map { hint in
      text(fault.sentence, orCode: fault.code, written: fault.advice, by: { _ in hint })
    }
    return (message, advice)
  }

  /// What a signal type rests on.
  package func evidence(of type: SignalType) -> [String] {
    guard type.sentences.count == type.reasons.count else {
      return type.reasons.map(text(written:))
    }
    return zip(type.reasons, type.sentences).map { reason, sentence in
      text(sentence, orCode: sentence.id, written: reason) { EvidenceText(rawValue: $0)?.german }
    }
  }

  /// A sentence without an entry in a catalogue, such as a note or the name of a limit.
  package func text(written text: String) -> String {
    self == .english ? text : WordedText.german(text) ?? text
  }

  /// A source; what its parts are is told apart by semicolons.
  package func source(_ citation: String) -> String {
    citation.split(separator: "; ").map { text(written: String($0)) }.joined(separator: "; ")
  }

  private func text(
    _ sentence: Sentence?, orCode code: String, written text: String,
    by template: (String) -> String?
  ) -> String {
    guard self != .english, let template = template(sentence?.id ?? code) else { return text }
    let values = (sentence?.parameters ?? [:]).mapValues(self.text(written:))
    let filled = SentenceTemplate.fill(template, with: values)
    // A document of an earlier version does not say what is filled in.
    return SentenceTemplate.names(in: template).allSatisfy { values[$0] != nil } ? filled : text
  }
}

extension Language {
  /// What a check is called, by its id.
  package func name(ofCheck id: String) -> String {
    Phrase(rawValue: "check.\(id)").map { text($0) } ?? id.replacing("_", with: " ")
  }

  /// What stands behind the numbers of a check; empty for a count.
  package func unit(ofCheck unit: String) -> String {
    switch unit {
    case "seconds": "s"
    case "hertz": "Hz"
    case "dbfs": "dBFS"
    case "db": "dB"
    case "percent": "%"
    case "bits": text(.unitBits)
    case "ratio": "×"
    case "count": ""
    default: unit
    }
  }
}
