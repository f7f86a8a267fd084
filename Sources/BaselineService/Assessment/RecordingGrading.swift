// Recording grade: three minimums and the quality checks. The grade depends on verdicts alone, so
// its list of reasons explains it.

internal import VoiceMath
internal import VoiceTypes

extension RecordingAssessment {
  /// Grades a recording by the minimums for a person.
  init(
    of recording: MeasuredRecording, by limits: ReferenceLimits, for person: VoiceDemographic
  ) {
    let minimums = Minimums(of: recording, by: limits, for: person)
    // Pauses and unvoiced consonants lower the fractions.
    let judged = RecordingProperty.allCases
      .filter { $0 == .duration || recording.task.isVowel }
      .map { ($0, minimums.judge($0)) }
    let verdicts = judged.map(\.1.verdict) + recording.quality.checks.map(\.verdictOnAll)
    self.init(
      grade: RecordingGrade(after: verdicts),
      reasons: judged.compactMap { $0.reason(of: $1) }
        + recording.quality.checks.compactMap(\.reasonOfGrade),
      confidence: minimums.judge(.confidence), voicedRatio: minimums.judge(.voicedRatio),
      duration: minimums.judge(.duration))
  }
}

extension RecordingGrade {
  /// Creates the grade that the worst verdict allows.
  init(after verdicts: [Verdict]) {
    self =
      switch Verdict.worst(of: verdicts) ?? .unknown {
      case .pass: .excellent
      case .unknown: .good
      case .warn: .usable
      case .fail: .retake
      }
  }
}

extension QualityCheck {
  /// Checks of low-frequency noise: affected measures are suppressed, so the recording stays
  /// comparable.
  private static let ofLowSounds: Set<CheckID?> = [.rumble, .mainsHum]

  /// Verdict on the whole recording.
  fileprivate var verdictOnAll: Verdict {
    verdict == .fail && Self.ofLowSounds.contains(check) ? .warn : verdict
  }
}

/// Properties of one recording and the minimums for one person.
private struct Minimums {
  private let recording: MeasuredRecording
  private let limits: ReferenceLimits
  private let person: VoiceDemographic

  init(
    of recording: MeasuredRecording, by limits: ReferenceLimits, for person: VoiceDemographic
  ) {
    self.recording = recording
    self.limits = limits
    self.person = person
  }

  func judge(_ property: RecordingProperty) -> JudgedMinimum {
    let value = recording.value(of: property)
    let minimum = limits.minimums.minimum(
      of: property, for: person.category, at: person.band)
    return JudgedMinimum(
      value: value, unit: property.unit == ReferenceLimit.bareNumber ? "" : property.unit,
      pass: minimum?.pass ?? 0, warn: minimum?.warn ?? 0,
      verdict: verdict(on: value, of: property, by: minimum))
  }

  private func verdict(
    on value: Double?, of property: RecordingProperty, by minimum: RecordingMinimum?
  ) -> Verdict {
    guard let value, let minimum else { return .unknown }
    if value >= minimum.pass { return .pass }
    // In an untrimmed file, pauses around the vowel lower the fractions. A low fraction says
    // nothing about the vowel.
    if property != .duration && recording.findings.segment.rule == .whole { return .unknown }
    return value >= minimum.warn ? .warn : .fail
  }
}

extension MeasuredRecording {
  /// Returns a property in the unit of its minimums.
  fileprivate func value(of property: RecordingProperty) -> Double? {
    switch property {
    case .confidence: findings.biomarkers[.f0Confidence].number
    case .voicedRatio: findings.biomarkers[.f0VoicedFraction].number
    case .duration: findings.voicedSeconds ?? findings.segment.steadySeconds
    }
  }
}

extension Findings {
  /// Voiced time, in seconds: voiced part of the segment plus regions outside it that were excluded
  /// for reasons other than missing voicing.
  var voicedSeconds: Double? {
    let excluded = segment.excluded.filter { $0.reason != .unvoiced && $0.reason != .notChosen }
      .reduce(0) { $0 + $1.end.value - $1.start.value }
    return biomarkers[.f0VoicedFraction].number.map {
      $0 * (segment.end.value - segment.start.value) + excluded
    }
  }
}

extension Segment {
  /// The length of a steady segment, in seconds: an upper bound of its voiced time. Nil for the
  /// whole recording.
  fileprivate var steadySeconds: Double? { rule == .steady ? end.value - start.value : nil }
}

extension RecordingProperty {
  /// Returns the reason for a verdict below pass; nil for pass.
  fileprivate func reason(of judged: JudgedMinimum) -> String? {
    // A fraction is in percent for people.
    let (factor, unit) = judged.unit.isEmpty ? (100.0, "%") : (1, judged.unit)
    let needed = judged.verdict == .fail ? judged.warn : judged.pass
    let wanted = "\(Decimal.text(factor * needed)) \(unit)"
    let found = judged.value.map {
      let limits = [judged.pass, judged.warn].map { factor * $0 }
      return "\(Decimal.short(factor * $0, distinctFrom: limits)) \(unit)"
    }
    let key: String
    switch judged.verdict {
    case .pass: return nil
    case _ where found == nil: key = "minimum.unknown"
    case .unknown: key = "minimum.whole_file"
    case .warn: key = "minimum.recommended"
    case .fail: key = "minimum.not_met"
    }
    let texts = TextCatalogue.assessments
    return texts.filled(
      key,
      ["property": texts.text("property.\(rawValue)"), "found": found ?? "", "needed": wanted])
  }
}
