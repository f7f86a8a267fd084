package import VoiceTypes

extension Language {
  /// The name of a measure in tables.
  package func name(of measure: Measure) -> String {
    TextCatalogue.measures.text(measure.rawValue, self)
  }

  /// The unit of a measure; empty for a number without unit.
  package func unit(of measure: Measure) -> String {
    switch measure.facts.unit {
    case .semitones: text(.unitSemitones)
    case .cents: text(.unitCents)
    default: measure.facts.unit.symbol
    }
  }

  /// A caution in English, with the unit of the measure after the bounds of a confidence interval.
  package func caution(_ caution: String, of measure: Measure) -> String {
    let unit = unit(of: measure)
    guard !unit.isEmpty, let bound = LimitEdge(caution: caution)?.values.last,
      let place = caution.ranges(of: bound).last
    else { return caution }
    return caution[..<place.upperBound] + " \(unit)" + caution[place.upperBound...]
  }

  /// The reason for a missing value.
  package func text(of reason: Unavailability) -> String {
    (wording(of: reason.sentence, reason.code.rawValue, .reasons)?.both ?? reason.message)
      .replacing(/\ -([0-9])/) { " −\($0.1)" }
  }

  /// The message of a check; nil for a check without one.
  package func text(of check: QualityCheck) -> String? {
    check.message.map { wording(of: check.sentence, check.id, .checks)?.both ?? $0 }
  }

  /// The reason for a refused recording.
  package func message(of refusal: Refusal) -> String {
    wording(of: refusal.sentence, refusal.code.rawValue, .refusals)?.message ?? refusal.message
  }

  /// The advice for a refused recording.
  package func advice(of refusal: Refusal) -> String {
    wording(of: refusal.sentence, refusal.code.rawValue, .refusals)?.advice ?? refusal.advice
  }

  /// The message and advice of a fault of a baseline, a check or a refusal; nil for an unknown fault.
  package func wording(of fault: BaselineFault) -> Wording? {
    for catalogue in [TextCatalogue.baselines, .refusals, .checks] {
      if let wording = wording(of: fault.sentence, fault.code, catalogue) { return wording }
    }
    return nil
  }

  /// Message and advice of a refused recording or baseline.
  package func texts(of fault: BaselineFault) -> (message: String, advice: String) {
    guard let wording = wording(of: fault) else { return (fault.message, fault.advice) }
    let fallback = TextCatalogue.baselines.text("recording.advice", self)
    return (wording.message, wording.advice.isEmpty ? fallback : wording.advice)
  }

  /// The message of a fault.
  package func message(of fault: BaselineFault) -> String {
    wording(of: fault)?.message ?? fault.message
  }

  /// The evidence for a signal type.
  package func evidence(of type: SignalType) -> [String] {
    guard type.sentences.count == type.reasons.count else {
      return type.reasons.map { reason in
        switch ReasonCode(rawValue: reason) {
        case nil: text(written: reason)
        case .notInTier: TextCatalogue.notes.text("not_in_tier", self)
        default: wording(of: nil, reason, .reasons)?.message ?? reason
        }
      }
    }
    return zip(type.reasons, type.sentences).map { reason, sentence in
      wording(of: sentence, sentence.id, .signalTypes)?.message ?? reason
    }
  }

  /// Translates a sentence without a catalogue entry, such as a note or the label of a limit.
  package func text(written text: String) -> String {
    self == .english ? text : WordedText.german(text) ?? text
  }

  /// Translates a source; semicolons separate its parts.
  package func source(_ citation: String) -> String {
    citation.split(separator: "; ").map { text(written: String($0)) }.joined(separator: "; ")
  }

  /// The sentence in this language; nil for sentences without a text or a parameter, as in documents
  /// of other versions.
  private func wording(
    of sentence: Sentence?, _ code: String, _ catalogue: TextCatalogue
  ) -> Wording? {
    let names = [SentenceParameter.names, .otherNames, .sessions].map(\.rawValue)
    let values = Dictionary(
      uniqueKeysWithValues: (sentence?.parameters ?? [:]).map { key, value in
        (key, names.contains(key) ? value : text(written: value))
      })
    return Sentence(id: sentence?.id ?? code, parameters: values).text(in: catalogue, self)
  }

  /// The mark with the numbers of a text in the notation of the language.
  func withDecimalMark(_ mark: Mark) -> Mark {
    guard case .text(let label) = mark else { return mark }
    return .text(
      Label(
        localized(label.text), at: label.place, label.font, ink: label.ink, anchor: label.anchor,
        direction: label.direction))
  }

  /// The name of a task; nil for a sustained vowel, which documents do not mention.
  package func name(of task: RecordingTask) -> String? {
    task != .sustainedVowel ? text("task", task.rawValue) : nil
  }

  /// The name of a sample encoding.
  package func name(of encoding: SampleEncoding) -> String {
    guard self == .german else { return encoding.words }
    return "\(encoding.isFloat ? "Float" : "PCM") \(8 * encoding.bytesPerSample) Bit"
  }

  private static let lettersOfDay = 10

  /// The day of a timestamp (ISO 8601) in the notation of the language.
  package func day(_ timestamp: String) -> String {
    let day = timestamp.prefix(Self.lettersOfDay)
    let parts = day.split(separator: "-")
    guard self == .german, parts.count == 3 else { return String(day) }
    return parts.reversed().joined(separator: ".")
  }

  /// A timestamp (ISO 8601) with day, time to the minute and time zone.
  package func time(_ timestamp: String) -> String {
    let time = timestamp.dropFirst(Self.lettersOfDay)
    guard time.first == "T", time.count >= 7 else { return timestamp }
    let zone = timestamp.hasSuffix("Z") ? " UTC" : " UTC\(timestamp.suffix(6))"
    return "\(day(timestamp)) \(time.dropFirst().prefix(5))\(zone)"
  }

  /// The name of a check by its id, in sentence case.
  package func name(ofCheck id: String) -> String {
    let name = TextCatalogue.report["check.\(id)", self] ?? id.replacing("_", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The unit of the numbers of a check; empty for counts and ratios.
  package func unit(ofCheck unit: String) -> String {
    let units = [
      "seconds": "s", "hertz": "Hz", "dbfs": "dBFS", "db": "dB", "percent": "%",
      "bits": text(.unitBits), "ratio": "", "count": "",
    ]
    return units[unit] ?? unit
  }
}
