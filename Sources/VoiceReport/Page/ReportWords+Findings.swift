// What a page says of the numbers of a recording.

internal import VoiceTypes

extension ReportWords {
  func signalType(of findings: Findings) -> String {
    let phrase: Phrase =
      switch findings.signalType.type {
      case 1: .typeOne
      case 2: .typeTwo
      case 3: .typeThree
      case nil: .typeNone
      default: .typeFour
      }
    return language.text(phrase)
  }

  /// Which seconds were measured, in which range of F0.
  func scope(of findings: Findings) -> String {
    let segment = findings.segment
    let ends = [segment.start.value, segment.end.value].map { NumberFormat.fixed($0, 2) }
    let range = [findings.pitchRange.floor.value, findings.pitchRange.ceiling.value]
      .map { NumberFormat.fixed($0, 0) }
    return language.text(.scopeSentence, ends[0], ends[1], range[0], range[1])
  }

  /// Which seconds were left out, and why.
  func leftOut(of findings: Findings) -> [String] {
    findings.segment.excluded.map { piece in
      let times = [piece.start.value, piece.end.value].map { NumberFormat.fixed($0, 2) }
      return "\(times[0])–\(times[1]) s "
        + language.text(.leftOut, language.text(piece.reason.phrase))
    }
  }

  /// What all measured limits say together; nil without such.
  func joint(of findings: Findings) -> String? {
    guard let joint = findings.assessment?.joint else { return nil }
    guard language != .english else { return joint.sentence }
    let share = NumberFormat.short(joint.sharePercent)
    let words: Phrase =
      if joint.sentence.contains(" or fewer of ") {
        .shareOrFewer
      } else if joint.sentence.contains(" or more of ") { .shareOrMore } else { .shareAsItIs }
    return language.text(
      .jointSentence, "\(joint.compared)", "\(joint.beyondTypical)",
      NumberFormat.short(joint.expectedBeyondTypical), language.name(of: joint.farthest),
      language.text(words, share))
  }

  /// A number with its interval.
  struct Number {
    let measure: Measure
    let value: String
    let interval: String
  }

  func numbers(of findings: Findings) -> [Number] {
    Measure.allCases.compactMap { measure in
      guard let number = findings.biomarkers[measure].number else { return nil }
      let interval = findings.uncertainty[measure]
      let places = NumberFormat.places(of: number, of: measure, interval: interval)
      let ends = [interval?.low, interval?.high].compactMap { $0 }
        .map { NumberFormat.fixed($0, places) }
      let value = NumberFormat.text(number, of: measure, interval: interval)
      return Number(
        measure: measure,
        value: [value, language.unit(of: measure)].filter { !$0.isEmpty }.joined(separator: " "),
        interval: ends.joined(separator: " – "))
    }
  }

  /// Where the limits come from, and what their sources say against them; each text once, with the
  /// measures that it is of.
  func sources(of findings: Findings) -> [String] {
    let limits = (findings.assessment?.measures ?? []).filter { $0.standing != .noReference }
      .flatMap { measure in
        [measure.typical, measure.published, measure.outer].compactMap { $0 }
          .map { (measure.measure, $0) }
      }
    var citations: [String] = []
    for limit in limits where !citations.contains(limit.1.citation) {
      citations.append(limit.1.citation)
    }
    let origins = citations.map { citation in
      let labels = limits.filter { $0.1.citation == citation }
        .map { ($0.0, language.text(written: $0.1.label)) }
      return "\(grouped(labels).joined(separator: "; ")) – \(language.source(citation))"
    }
    let cautions = limits.compactMap { limit in
      limit.1.caution.map { (limit.0, language.text(written: $0)) }
    }
    return origins + grouped(cautions)
      + (findings.assessment?.reference.cautions ?? []).map(language.text(written:))
      + usual(beside: findings)
  }

  /// What the measures of the chart usually are.
  private func usual(beside findings: Findings) -> [String] {
    Measure.allCases.compactMap { measure in
      guard findings.biomarkers[measure].number != nil, let known = content.usual(measure),
        let variation = known.variation
      else { return nil }
      let numbers = [known.usual, variation.low, variation.high].map {
        NumberFormat.text($0, of: measure, interval: nil)
      }
      return "\(language.name(of: measure)): "
        + language.text(.usualOf, numbers[0], numbers[1], numbers[2], "\(known.sessions)")
    }
  }

  /// Reasons with the measures that they hold for, in the order of the document.
  func missing(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.unavailable.map { ($0.measure, language.text(of: $0.reason)) })
  }

  /// The same of numbers that stay to be looked at.
  func doubtful(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.flagged.map { ($0.measure, language.text(of: $0.reason)) })
  }

  func notes(of findings: Findings) -> [String] { findings.notes.map(language.text(written:)) }

  /// Each text once, behind the measures that it is of, in the order of the texts; of all measures it
  /// stands alone.
  private func grouped(_ remarks: [(measure: Measure, text: String)]) -> [String] {
    var texts: [String] = []
    for remark in remarks where !texts.contains(remark.text) { texts.append(remark.text) }
    return texts.map { text in
      let measures = remarks.filter { $0.text == text }.map(\.measure)
      guard Set(measures).count < Measure.allCases.count else {
        return "\(language.text(.allMeasures)): \(text)"
      }
      var names: [String] = []
      for name in measures.map(language.name) where !names.contains(name) { names.append(name) }
      return "\(names.joined(separator: ", ")): \(text)"
    }
  }
}
