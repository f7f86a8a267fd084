// Report texts of the findings.

package import VoiceTypes

extension ReportTexts {
  /// Returns the measured interval and the search range of F0.
  func scope(of findings: Findings) -> String {
    let ends = findings.segment.ends
    let range = [findings.pitchRange.floor.value, findings.pitchRange.ceiling.value]
      .map { NumberFormat.fixed($0, 0) }
    return language.text(.scopeSentence, ends[0], ends[1], range[0], range[1])
  }

  /// The excluded intervals, grouped by reason.
  var leftOut: [String] {
    document.excludedParts.map { reason, pieces in
      guard pieces.count <= Self.mostListed else {
        let total = pieces.reduce(0) { $0 + $1.end.value - $1.start.value }
        return language.text(
          .leftOutMany, "\(pieces.count)", NumberFormat.fixed(total, 2), language.text(reason))
      }
      let times = pieces.map { piece in
        [piece.start, piece.end].map { language.localized(NumberFormat.fixed($0.value, 2)) }
          .joined(separator: "–")
      }
      return "\(times.joined(separator: "; ")) s "
        + language.text(.leftOut, language.text(reason))
    }
  }

  /// Maximum number of excluded intervals that the report lists one by one.
  private static let mostListed = 6

  /// Lead measures of the families.
  static let leads: [Measure] = [
    .f0Mean, .f0StandardDeviationSemitones, .jitterPPQ5, .shimmerAPQ3, .hnrMean, .cpps, .gne,
    .tremorF0Intensity,
  ]

  /// A measure with its texts.
  struct Lead {
    let measure: Measure
    var value = "–"
    var interval = ""
    var limit = ""
    var percentile = ""
    var result = ""

    /// The value, its interval, and the limit of its result; nil without one.
    var number: Double?
    var bounds: ConfidenceInterval?
    var bound: AppliedLimit?

    /// Whether the result starts with the sign of a value that needs attention.
    var hasSign: Bool { result.first.map("▲▼△▽".contains) ?? false }
  }

  /// Returns one row per family: the measure with a limit, or the lead measure.
  func leads(of findings: Findings) -> [Lead] {
    let assessed = findings.compared
    let compared = Set(assessed.keys.map(\.group)).intersection([.jitter, .shimmer, .hnr])
    let isComparable = findings.assessment.map { $0.recording.grade != .retake } ?? false
    return Measure.allCases.compactMap { measure in
      let isLead = Self.leads.contains(measure) && !compared.contains(measure.group)
      guard isLead || (assessed[measure] != nil && measure != .f0Median) else { return nil }
      guard let number = findings.biomarkers[measure].number else {
        let code = findings.biomarkers[measure].unavailability?.code
        return Lead(
          measure: measure,
          result: language.text(code == .noTremor ? .notFound : .notMeasuredCell))
      }
      let interval = findings.uncertainty[measure]
      let format = MeasureFormat(of: number, measure, interval: interval, in: language)
      let found = assessed[measure]
      let none: Phrase =
        isComparable && findings.biomarkers.flags[measure] == nil
        ? findings.assessment?.obstacle(to: measure) ?? .standingNone : .standingNotCompared
      let result = self.result(of: measure, number, found) ?? language.text(none)
      return Lead(
        measure: measure, value: format.text(number) + format.unit,
        interval: Self.range(format.ends(of: interval)), limit: signs(of: found?.limit, format),
        percentile: found?.percentile.map(Self.text(ofPercentile:)) ?? "",
        result: [result, measure == .f0Mean ? findings.f0Candidates.map(language.text) : nil]
          .joined(by: ". "),
        number: number, bounds: interval,
        bound: found?.isPlausibleOnly == true ? nil : found?.limit)
    }
  }

  /// Returns a percentile; the first and last one include all values beyond.
  private static func text(ofPercentile percent: Double) -> String {
    let sign = percent <= 5 ? "≤ " : percent >= 95 ? "≥ " : ""
    return sign + NumberFormat.short(percent, 0)
  }

  /// Returns the result of the limits, else of the personal range; nil without both.
  private func result(
    of measure: Measure, _ value: Double, _ found: MeasureAssessment?
  ) -> String? {
    if let found { return found.mark + language.result(of: found) }
    guard let range = content.personalRange(of: measure)?.range else { return nil }
    let isInside = (range.low...range.high).contains(value)
    return language.text(isInside ? .chartInsideUsual : .chartBeyondUsual)
  }

  /// Returns a range in the notation of tables: a dash without spaces between positive numbers.
  private static func range(_ ends: [String]) -> String {
    ends.joined(separator: ends.contains { $0.hasPrefix("−") } ? " – " : "–")
  }

  /// Returns a limit with signs in place of words and without its unit; empty without a limit.
  private func signs(of limit: AppliedLimit?, _ format: MeasureFormat) -> String {
    switch (limit?.low, limit?.high) {
    case (let low?, let high?): Self.range([low, high].map(format.limit))
    case (let low?, nil): "≥ \(format.limit(low))"
    case (nil, let high?): "≤ \(format.limit(high))"
    case (nil, nil): ""
    }
  }

  /// Returns the rows of all measures: name, value and interval.
  func numbers(of findings: Findings) -> [[String]] {
    findings.distinctMeasures.compactMap { measure in
      guard let number = findings.biomarkers[measure].number else { return nil }
      let interval = findings.uncertainty[measure]
      let format = MeasureFormat(of: number, measure, interval: interval, in: language)
      let ends = format.ends(of: interval)
      return [
        language.name(of: measure), format.text(number) + format.unit,
        ends.isEmpty ? "" : ends.joined(separator: " – ") + format.unit,
      ]
    }
  }

  /// Returns reasons for missing values with their measures, in document order. A tremor that was
  /// searched and not found is a result, which the notes have.
  func missing(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.missing.filter { $0.reason.code != .noTremor }.map(reason))
  }

  /// Returns reasons for flagged values with their measures.
  func doubtful(of findings: Findings) -> [String] {
    grouped(findings.biomarkers.flagged.map(reason))
  }

  private func reason(
    of measure: Measure, _ reason: Unavailability
  ) -> (measure: Measure, text: String) {
    (measure, language.text(of: reason))
  }

  /// Returns the notes, with the names of measures in place of their keys.
  func notes(of findings: Findings) -> [String] {
    findings.notes.map { note in
      let text = language.text(written: note)
      let measure = Measure(rawValue: String(text.prefix { $0 != " " }))
      return measure.map { language.name(of: $0) + text.dropFirst($0.rawValue.count) } ?? text
    }
      + grouped(findings.biomarkers.unavailable.filter { $0.reason.code == .noTremor }.map(reason))
  }
}

extension Segment {
  /// Start and end in seconds.
  var ends: [String] { [start, end].map { NumberFormat.fixed($0.value, 2) } }
}

extension Findings {
  /// The comparisons with a reference.
  var compared: [Measure: MeasureAssessment] {
    let compared = assessment?.measures.filter { $0.standing != .noReference } ?? []
    return Dictionary(compared.map { ($0.measure, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The measures in document order, without those of Praat's voice report that the phonation
  /// repeats.
  package var distinctMeasures: [Measure] {
    let repeated: [(Measure, Measure)] = [
      (.unvoicedFraction, .phonationUnvoicedFraction),
      (.voiceBreaks, .phonationVoiceBreaks), (.degreeOfVoiceBreaks, .phonationDegreeOfVoiceBreaks),
    ]
    return Measure.allCases.filter { measure in
      guard let twin = repeated.first(where: { $0.0 == measure })?.1 else { return true }
      return biomarkers[measure].number == nil
        || biomarkers[measure].number != biomarkers[twin].number
    }
  }

  /// The signal type in words. A voice of type 1 is suitable for jitter and shimmer if the recording
  /// is as well.
  package var typePhrase: Phrase {
    switch signalType.type {
    case 1 where biomarkers[.jitterLocal].number == nil || biomarkers[.shimmerLocal].number == nil:
      .typeOneOnly
    case 1: .typeOne
    case 2: .typeTwo
    case 3: .typeThree
    case nil: .typeNone
    default: .typeFour
    }
  }
}

extension MeasureAssessment {
  /// The symbol before a result that needs attention, with the direction of the difference; empty for
  /// the others.
  fileprivate var mark: String {
    let isLow = limit?.low.map { value < $0 } ?? false
    return switch standing {
    case .outside, .outsidePublished: isLow ? "▼ " : "▲ "
    case .atEdge, .unusualForReference: isLow ? "▽ " : "△ "
    case .within, .noReference: ""
    }
  }
}

extension Assessment {
  /// The reason against a comparison that is not of the measure itself; nil without one.
  fileprivate func obstacle(to measure: Measure) -> Phrase? {
    guard let sentence = measures.first(where: { $0.measure == measure })?.sentence else {
      return nil
    }
    let obstacles: [(String, Phrase)] = [
      ("device", .standingDevice), ("signal_type", .standingSignalType),
      ("no_signal_type", .standingSignalType), ("no_age", .standingAge),
      ("none_at_this_age", .standingAge),
    ]
    return obstacles.first {
      WordedText.row("not_compared.\($0.0)", in: .assessments).values(in: sentence) != nil
    }?.1
  }
}

extension Language {
  /// Both candidates of an F0 with an ambiguous octave.
  func text(of candidates: F0Candidates) -> String {
    let hertz = [candidates.low, candidates.high].map { NumberFormat.short($0.value, 0) }
    return text(.octaveOpen, hertz[0], hertz[1])
  }

  /// The result of a comparison in words.
  package func result(of measure: MeasureAssessment) -> String {
    text("standing", measure.isPlausibleOnly ? "plausible" : measure.standing.rawValue)
  }

  /// The name of a measure without its unit or expansion in brackets.
  func shortName(of measure: Measure) -> String {
    let name = name(of: measure)
    return name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// The name of a measure in a table of lead measures. The kinds of jitter and shimmer have names in
  /// brackets.
  func rowName(of measure: Measure) -> String {
    [.jitter, .shimmer].contains(measure.group) ? name(of: measure) : shortName(of: measure)
  }

  /// The measures of the whole vowel and of the whole phonation with the length of these parts;
  /// empty if every value is of the segment.
  package func parts(of findings: Findings) -> String {
    let parts: [(MeasuredPart, Phrase)] = [(.vowel, .partVowel), (.phonation, .partPhonation)]
    let lines = parts.compactMap { part, phrase -> String? in
      let names = findings.distinctMeasures.filter {
        findings.segment.part(of: $0) == part && findings.biomarkers[$0].number != nil
      }.map(name)
      guard let seconds = findings.segment.used[part]?.value, !names.isEmpty,
        seconds != findings.segment.end.value - findings.segment.start.value
      else { return nil }
      let isWhole =
        phrase == .partVowel
        && !findings.segment.excluded.contains {
          $0.reason == .onset || $0.reason == .offset
        }
      return text(
        isWhole ? .partWholeVowel : phrase, NumberFormat.fixed(seconds, 2),
        ReportTexts.joined(names))
    }
    return lines.isEmpty ? "" : (lines + [text(.partSegment)]).joined(separator: " ")
  }

  /// The values inside a limit, with their unit; nil without a bound.
  func range(of limit: AppliedLimit?, _ format: MeasureFormat) -> String? {
    switch (limit?.low, limit?.high) {
    case (let low?, let high?):
      text(.limitBetween, format.limit(low), format.limit(high) + format.unit)
    case (let low?, nil): text(.limitAtLeast, format.limit(low) + format.unit)
    case (nil, let high?): text(.limitAtMost, format.limit(high) + format.unit)
    case (nil, nil): nil
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
