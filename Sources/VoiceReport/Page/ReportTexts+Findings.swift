// Report texts of the findings.

internal import VoiceTypes

extension ReportTexts {
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

  /// Returns the measured interval and the search range of F0.
  func scope(of findings: Findings) -> String {
    let segment = findings.segment
    let ends = [segment.start.value, segment.end.value].map { NumberFormat.fixed($0, 2) }
    let range = [findings.pitchRange.floor.value, findings.pitchRange.ceiling.value]
      .map { NumberFormat.fixed($0, 0) }
    return language.text(.scopeSentence, ends[0], ends[1], range[0], range[1])
  }

  /// Returns the excluded intervals, grouped by reason.
  func leftOut(of findings: Findings) -> [String] {
    ExclusionReason.allCases.compactMap { reason in
      let pieces = findings.segment.excluded.filter { $0.reason == reason }
      guard !pieces.isEmpty else { return nil }
      guard pieces.count <= Self.mostListed else {
        let total = pieces.reduce(0) { $0 + $1.end.value - $1.start.value }
        return language.text(
          .leftOutMany, "\(pieces.count)", NumberFormat.fixed(total, 2),
          language.text(reason.phrase))
      }
      let times = pieces.map { piece in
        [piece.start, piece.end].map { language.localized(NumberFormat.fixed($0.value, 2)) }
          .joined(separator: "–")
      }
      return "\(times.joined(separator: ", ")) s "
        + language.text(.leftOut, language.text(reason.phrase))
    }
  }

  /// Maximum number of excluded intervals that the report lists one by one.
  private static let mostListed = 6

  /// Returns the verdict with its bases; nil without a comparison or a finding.
  func verdict(of findings: Findings) -> String? {
    guard let verdict = findings.assessment?.verdict, verdict.isReported else { return nil }
    guard language != .english else { return verdict.sentence }
    let type = "\(findings.signalType.type ?? 1)"
    let outside = verdict.findings.map { finding in
      let name =
        finding.measure.map(language.name) ?? language.text(.verdictSignalType, type)
      return "\(name) (\(language.text(finding.decidedBy.phrase)))"
    }
    let inside =
      verdict.compared == 0
      ? language.text(.verdictNothing)
      : language.text(.verdictInside, "\(verdict.compared)")
    var sentences = [
      outside.isEmpty
        ? inside
        : language.text(
          .verdictOutside, outside.joined(separator: ", "), "\(verdict.compared)")
    ]
    if let judged = verdict.judgedPercent, judged < 100 {
      sentences.append(language.text(.verdictMeasured, NumberFormat.short(judged)))
    }
    if verdict.isRestIrregular { sentences.append(language.text(.verdictIrregular)) }
    return sentences.joined(separator: " ")
  }

  /// A value with its interval.
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
        .map { language.localized(NumberFormat.fixed($0, places)) }
      let value = language.localized(
        NumberFormat.text(number, of: measure, interval: interval))
      return Number(
        measure: measure,
        value: [value, language.unit(of: measure)].filter { !$0.isEmpty }.joined(separator: " "),
        interval: ends.joined(separator: " – "))
    }
  }

  /// Returns reasons for missing values with their measures, in document order.
  func missing(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.unavailable.map { ($0.measure, language.text(of: $0.reason)) })
  }

  /// Returns reasons for flagged values with their measures.
  func doubtful(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.flagged.map { ($0.measure, language.text(of: $0.reason)) })
  }

  /// Returns the notes, with the names of measures in place of their keys.
  func notes(of findings: Findings) -> [String] {
    findings.notes.map { note in
      let text = language.text(written: note)
      let measure = Measure(rawValue: String(text.prefix { $0 != " " }))
      return measure.map { language.name(of: $0) + text.dropFirst($0.rawValue.count) } ?? text
    }
  }
}

extension DecisionBasis {
  fileprivate var phrase: Phrase {
    switch self {
    case .percentile: .decidedPercentile
    case .published: .decidedPublished
    case .choice: .decidedChoice
    }
  }
}
