// Report texts of the findings.

internal import VoiceMath
package import VoiceTypes

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
      return "\(times.joined(separator: "; ")) s "
        + language.text(.leftOut, language.text(reason.phrase))
    }
  }

  /// Maximum number of excluded intervals that the report lists one by one.
  private static let mostListed = 6

  /// Returns the verdict with its bases; nil without a comparison or a finding.
  func verdict(of findings: Findings) -> String? {
    guard let verdict = findings.assessment?.verdict, verdict.isReported else { return nil }
    guard language != .english else { return verdict.sentence }
    let outside = (findings.assessment?.measures ?? []).compactMap(finding)
    var sentences = [
      verdict.compared == 0
        ? language.text(.verdictNothing)
        : language.text(.verdictOutside, "\(outside.count)", "\(verdict.compared)")
    ]
    sentences += outside
    if verdict.findings.contains(where: { $0.measure == nil }), let type = findings.signalType.type
    {
      sentences.append(language.text(.verdictSignalType, "\(type)"))
    }
    if let judged = verdict.judgedPercent, judged < 100 {
      sentences.append(language.text(.verdictMeasured, NumberFormat.short(judged)))
    }
    if verdict.isRestIrregular { sentences.append(language.text(.verdictIrregular)) }
    return sentences.joined(separator: " ")
  }

  /// The value, the limit and the origin of the limit; nil for a value inside.
  private func finding(on measure: MeasureAssessment) -> String? {
    let (limit, origin): (AppliedLimit?, Phrase) =
      switch measure.standing {
      case .outside: (measure.typical, .originSample)
      case .outsidePublished: (measure.published, .originPublished)
      case .within, .atEdge, .unusualForReference, .noReference: (nil, .originSample)
      }
    guard measure.measure.facts.role != .pitch, let limit else { return nil }
    let ends = [limit.low, limit.high].compactMap { $0 }
    func withUnit(_ text: String) -> String {
      let unit = language.unit(of: measure.measure)
      return unit.isEmpty ? text : "\(text) \(unit)"
    }
    let range =
      switch (limit.low, limit.high) {
      case (let low?, let high?):
        language.text(.limitBetween, Decimal.text(low), withUnit(Decimal.text(high)))
      case (let low?, nil): language.text(.limitAtLeast, withUnit(Decimal.text(low)))
      case (nil, let high?): language.text(.limitAtMost, withUnit(Decimal.text(high)))
      case (nil, nil): ""
      }
    return language.text(
      .verdictFinding, language.name(of: measure.measure),
      withUnit(Decimal.short(measure.value, distinctFrom: ends)), range, language.text(origin))
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
      let format = MeasureFormat(of: number, measure, interval: interval, in: language)
      let ends = [interval?.low, interval?.high].compactMap { $0 }.map(format.text)
      return Number(
        measure: measure, value: format.text(number) + format.unit,
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

extension Phrase {
  /// Returns the reason for the absence of a comparison.
  package static func noComparison(in assessment: Assessment?) -> Phrase {
    switch assessment?.recording.grade {
    case nil: .chartNothing
    case .retake: .chartRetake
    case .excellent, .good, .usable: .chartNoReference
    }
  }
}
