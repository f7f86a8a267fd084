// Joint result: the deciding measures beyond their limits, the signal type, and the share judged.

internal import RealModule
internal import VoiceMath
internal import VoiceTypes

extension AssessmentVerdict {
  /// Combines assessed measures. F0 does not count, because its group is a choice of the person. A
  /// recording to repeat has no finding.
  init(
    of measures: [MeasureAssessment], in recording: MeasuredRecording, grade: RecordingGrade
  ) {
    let compared = measures.filter {
      $0.standing != .noReference && $0.measure.facts.role != .pitch
    }
    var findings = compared.compactMap { measure in
      measure.decidedBy.map { AssessmentFinding(measure: measure.measure, decidedBy: $0) }
    }
    let type = grade == .retake ? 1 : recording.findings.signalType.type ?? 1
    if type > 1 { findings.append(AssessmentFinding(measure: nil, decidedBy: .choice)) }
    let rest = RecordingRest(of: recording)
    self.init(
      compared: compared.count, findings: findings, judgedPercent: rest.judgedPercent,
      isRestIrregular: rest.isIrregular, sentence: "")
    sentence = words(on: compared.compactMap(\.finding), type: type)
  }

  private func words(on outside: [String], type: Int) -> String {
    let texts = TextCatalogue.report
    var sentences = [
      compared == 0
        ? texts.text("verdictNothing")
        : texts.filled("verdictOutside", ["1": "\(outside.count)", "2": "\(compared)"])
    ]
    sentences += outside
    if type > 1 { sentences.append(texts.filled("verdictSignalType", ["1": "\(type)"])) }
    if let judgedPercent, judgedPercent < 100 {
      sentences.append(texts.filled("verdictMeasured", ["1": Decimal.text(judgedPercent)]))
    }
    if isRestIrregular { sentences.append(texts.text("verdictIrregular")) }
    return sentences.joined(separator: " ")
  }
}

extension MeasureAssessment {
  /// Basis of a limit that the value exceeds; nil for a value inside.
  fileprivate var decidedBy: DecisionBasis? {
    switch standing {
    case .outside: .percentile
    case .outsidePublished: .published
    case .within, .atEdge, .unusualForReference, .noReference: nil
    }
  }

  /// The value, the limit and the origin of the limit; nil for a value inside.
  fileprivate var finding: String? {
    guard let decidedBy, let limit = decidedBy == .percentile ? typical : published else {
      return nil
    }
    let ends = [limit.low, limit.high].compactMap { $0 }
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    let texts = TextCatalogue.report
    return texts.filled(
      "verdictFinding",
      [
        "1": measure.title,
        "2": Decimal.short(value, distinctFrom: ends) + unit, "3": limit.range(of: measure),
        "4": texts.text(decidedBy == .percentile ? "originSample" : "originPublished"),
      ])
  }
}

extension MeasuredRecording {
  /// Whether the sound around the segment has the energy of a voice and no period.
  package var isRestIrregular: Bool { RecordingRest(of: self).isIrregular }
}

/// Sound around the measured segment.
private struct RecordingRest {
  /// Least share of the recording without a period, a choice.
  private static let leastShare = 0.15

  /// Least level of the rest, in decibels relative to the segment, a choice. Silence is lower.
  private static let leastLevel = -8.0

  /// Greatest signal-to-noise ratio of an irregular rest, in decibels, a choice: quiet pauses give
  /// more.
  private static let mostSignalToNoise = 12.0

  /// Decibels of an intensity at digital full scale: 0 dBFS is 1 Pa.
  private static let fullScale = 93.979_400_086_720_38

  /// Share of the sounding time in the segment, in percent; nil for an unselected segment.
  let judgedPercent: Double?

  /// Whether the rest has the energy of a voice and no period.
  let isIrregular: Bool

  init(of recording: MeasuredRecording) {
    let segment = recording.findings.segment
    guard segment.rule == .steady else {
      (judgedPercent, isIrregular) = (nil, false)
      return
    }
    func seconds(_ reasons: Set<ExclusionReason>) -> Double {
      segment.excluded.filter { reasons.contains($0.reason) }
        .reduce(0) { $0 + $1.end.value - $1.start.value }
    }
    let measured = segment.end.value - segment.start.value
    let steady = measured + seconds([.onset, .offset, .lessSteady, .notChosen])
    let rest = seconds([.unvoiced, .shorterSound])
    isIrregular = Self.isIrregular(rest, near: steady, in: recording)
    let sounding = steady + (isIrregular ? rest : seconds([.shorterSound]))
    judgedPercent = sounding > 0 ? (100 * measured / sounding).rounded() : nil
  }

  /// Compares the power of the rest with that of the segment. The level of the whole recording is
  /// their mean.
  private static func isIrregular(
    _ rest: Double, near steady: Double, in recording: MeasuredRecording
  ) -> Bool {
    func value(_ id: CheckID) -> Double? {
      recording.quality.checks.first { $0.check == id }?.value
    }
    let whole = rest + steady
    guard rest >= leastShare * whole, value(.signalToNoise) ?? 0 < mostSignalToNoise,
      let level = value(.level),
      let intensity = recording.findings.biomarkers[.intensityMean].number
    else { return false }
    let relative = Double.exp10((level - intensity + fullScale) / 10)
    return (relative * whole - steady) / rest > Double.exp10(leastLevel / 10)
  }
}
