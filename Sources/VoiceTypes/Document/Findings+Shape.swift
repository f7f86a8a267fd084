extension Findings: Shaped {
  package static let shape = Shape<Findings> {
    Field("pitch_range", { RuledRange(range: $0.pitchRange, rule: $0.pitchRangeRule) }, .shaped)
    Field("segment", { MeasuredSegment($0.segment, $0.biomarkers) }, .shaped)
    Field("signal_type", \.signalType, .shaped)
    Field("f0_candidates", \.f0Candidates, ifThere: .shaped)
    Field(\.biomarkers, inline: Biomarkers.shape)
    Field(
      "uncertainty", \.uncertainty, .map(by: Measure.self, .byName, .ignoringOthers, of: .interval))
    Field(
      "unfiltered", \.unfiltered, .map(by: Measure.self, .byName, .ignoringOthers, of: .number),
      unless: [:])
    Field("assessment", \.assessment, .orNull(.shaped))
    Field("notes", \.notes, .list(of: .anyText))
    Field("contours", \.contours, ifThere: .shaped)
  } make: {
    range, segment, type, candidates, biomarkers, uncertainty, unfiltered, assessment, notes,
    contours in
    var findings = Findings(
      pitchRange: range.range, pitchRangeRule: range.rule, segment: segment.segment,
      signalType: type, biomarkers: biomarkers)
    findings.f0Candidates = candidates
    findings.uncertainty = uncertainty
    findings.unfiltered = unfiltered
    findings.assessment = assessment
    findings.notes = notes
    findings.contours = contours
    return findings
  }
}

/// Pitch range and its method.
private struct RuledRange: Shaped {
  var range: PitchRange
  var rule: PitchRangeRule

  static let shape = Shape<RuledRange>(allowed: "a floor below its ceiling") {
    Field("floor_hz", \.range.floor, .unit(.positive.short))
    Field("ceiling_hz", \.range.ceiling, .unit(.positive.short))
    Field("rule", \.rule, .choice)
  } makeIfPossible: { floor, ceiling, rule in
    PitchRange(floor: floor, ceiling: ceiling).map { RuledRange(range: $0, rule: rule) }
  }
}

/// Segment with the measures of each part.
private struct MeasuredSegment: Shaped {
  var segment: Segment

  /// Parts used by at least one number.
  var used: [UsedPart]

  struct UsedPart: Shaped {
    var part: MeasuredPart
    var seconds: Seconds
    var measures: [Measure]

    static let shape = Shape<UsedPart>({ UsedPart(part: $0, seconds: $1, measures: []) }) {
      Field("part", \.part, .choice)
      Field("seconds", \.seconds, .unit(.notNegative))
      Derived("measures", \.measures, .list(of: .choice, .notEmpty), .notNeeded)
    }
  }

  init(_ segment: Segment, _ biomarkers: Biomarkers) {
    self.segment = segment
    used = MeasuredPart.allCases.compactMap { part in
      let measures = Measure.allCases.filter {
        segment.part(of: $0) == part && biomarkers[$0].number != nil
      }
      guard let seconds = segment.used[part], !measures.isEmpty else { return nil }
      return UsedPart(part: part, seconds: seconds, measures: measures)
    }
  }

  private init(_ segment: Segment, _ excluded: [ExcludedSegment], _ used: [UsedPart]) {
    self.segment = segment
    self.used = used
    self.segment.excluded = excluded
    self.segment.used = Dictionary(
      used.map { ($0.part, $0.seconds) }, uniquingKeysWith: { first, _ in first })
  }

  static let shape = Shape<MeasuredSegment>({ start, end, rule, excluded, used in
    MeasuredSegment(Segment(start: start, end: end, rule: rule), excluded, used)
  }) {
    Field("start_s", \.segment.start, .unit(.notNegative))
    Field("end_s", \.segment.end, .unit(.notNegative))
    Field("rule", \.segment.rule, .choice)
    Field("excluded", \.segment.excluded, .list(of: .shaped))
    Field("used", \.used, .list(of: .shaped))
  }
}

extension ExcludedSegment: Shaped {
  package static let shape = Shape(ExcludedSegment.init) {
    Field("start_s", \.start, .unit(.notNegative))
    Field("end_s", \.end, .unit(.positive))
    Field("reason", \.reason, .choice)
  }
}

extension SignalType: Shaped {
  package static let shape = Shape<SignalType> {
    Field("type", \.type, .signalType)
    Field("reasons", \.reasons, .list(of: .anyText))
    Field("sentences", \.sentences, .list(of: .shaped), unless: [])
  } make: { type, reasons, sentences in
    var signalType = SignalType(type: type, reasons: reasons)
    signalType.sentences = sentences
    return signalType
  }
}

extension Contours: Shaped {
  package static let shape = Shape<Contours> {
    Field("f0", \.f0, .list(of: .shaped))
    Field("pulses_s", \.pulses, .list(of: .number))
    Field("hnr_db", \.harmonicity, .list(of: .orNull(.number)))
    Field("hnr_start_s", \.harmonicityGrid.start, .number)
    Field("hnr_step_s", \.harmonicityGrid.step, .number)
  } make: {
    Contours(f0: $0, pulses: $1, harmonicity: $2, harmonicityGrid: (start: $3, step: $4))
  }
}

extension Contours.F0Point: Shaped {
  package static let shape = Shape(Contours.F0Point.init) {
    Field("time_s", \.time, .number)
    Field("hz", \.frequency, .orNull(.number))
    Field("strength", \.strength, .number)
  }
}

extension JSONCoder where Value == Int? {
  /// Signal type 1 … 4, or null.
  static var signalType: JSONCoder {
    orNull(.whole(in: 1...4)).described(by: ["enum": [1, 2, 3, 4, .null]])
  }
}

extension JSONCoder where Value == ConfidenceInterval {
  /// Interval as a list of its ends.
  static var ends: JSONCoder {
    mapped(
      .list(of: .number), allowed: "a list of two numbers",
      { $0.count == 2 ? ConfidenceInterval(low: $0[0], high: $0[1]) : nil }, { [$0.low, $0.high] }
    ).described(by: ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2])
  }

  /// Interval as an object with the member `ci95`.
  static var interval: JSONCoder {
    Shape<ConfidenceInterval> {
      Field("ci95", { $0 }, .ends)
      Field("smallest_change", \.smallestChange, ifThere: .shaped)
    } make: { interval, smallest in
      var interval = interval
      interval.smallestChange = smallest
      return interval
    }.codec
  }
}

extension SmallestChange: Shaped {
  package static let shape = Shape(SmallestChange.init) {
    Field("scale", \.scale, .choice)
    Field("recording", \.recording, .number)
    Field("session", \.session, .number)
  }
}
