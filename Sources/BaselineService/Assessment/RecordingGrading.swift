// Whether a recording may be compared: three minimums and the checks that were made of it. The
// grade follows from verdicts alone, so that it can be explained by the list of its reasons.

internal import VoiceMath
internal import VoiceTypes

extension RecordingAssessment {
  /// Holds a recording against the minimums for a person.
  init(
    of recording: MeasuredRecording, by limits: ReferenceLimits, for person: VoiceDemographic
  ) {
    let minimums = Minimums(of: recording, by: limits, for: person)
    let judged = RecordingProperty.allCases.map { ($0, minimums.judge($0)) }
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
  /// The grade that the worst verdict allows.
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
  /// Checks of low sounds: what they spoil is withheld, and the rest of a recording may be compared.
  private static let ofLowSounds: Set<CheckID?> = [.rumble, .mainsHum]

  /// What the check says of the recording as a whole.
  fileprivate var verdictOnAll: Verdict {
    verdict == .fail && Self.ofLowSounds.contains(check) ? .warn : verdict
  }
}

/// The properties of one recording and the minimums for one person.
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
    // The pauses before and after a vowel lower the shares of a file that was not trimmed, so that
    // a low one says nothing of the vowel.
    if property != .duration && recording.findings.segment.rule == .whole { return .unknown }
    return value >= minimum.warn ? .warn : .fail
  }
}

extension MeasuredRecording {
  /// A property in the unit of its minimums.
  fileprivate func value(of property: RecordingProperty) -> Double? {
    switch property {
    case .confidence: findings.biomarkers[.f0Confidence].number
    case .voicedRatio: findings.biomarkers[.f0VoicedFraction].number
    case .duration: findings.voicedSeconds
    }
  }
}

extension Findings {
  /// Seconds with a voice: those of the segment, and those beside it that were left out for other
  /// reasons than the want of one.
  var voicedSeconds: Double? {
    let beside = segment.excluded.filter { $0.reason != .unvoiced && $0.reason != .notChosen }
      .reduce(0) { $0 + $1.end.value - $1.start.value }
    return biomarkers[.f0VoicedFraction].number.map {
      $0 * (segment.end.value - segment.start.value) + beside
    }
  }
}

extension RecordingProperty {
  /// Why a grade is not better, as far as this property goes.
  fileprivate func reason(of judged: JudgedMinimum) -> String? {
    let wanted = Decimal.text(judged.pass) + (judged.unit.isEmpty ? "" : " \(judged.unit)")
    let found = judged.value.map {
      Decimal.text($0, toldFrom: [judged.pass, judged.warn])
        + (judged.unit.isEmpty ? "" : " \(judged.unit)")
    }
    return switch judged.verdict {
    case .pass: nil
    case .unknown:
      found.map {
        "\(name) is \($0) with the pauses of the file, which were not cut off; \(wanted) is wanted "
          + "of the vowel alone"
      } ?? "\(name) is not known"
    case .warn, .fail: "\(name) is \(found ?? "not known"); at least \(wanted) is wanted"
    }
  }

  private var name: String {
    switch self {
    case .confidence: "F0 confidence"
    case .voicedRatio: "the voiced ratio"
    case .duration: "the time with a voice"
    }
  }
}
