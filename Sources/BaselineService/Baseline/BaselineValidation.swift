// Validation of one recording. All faults are reported at once, each with advice for the next
// recording.

internal import VoiceMath
public import VoiceTypes

/// Validation rules for single recordings.
public struct BaselineValidation: Sendable, Equatable {
  /// Purpose of a recording.
  public enum Purpose: Sendable {
    /// Part of a baseline.
    case baseline
    /// Comparison with a baseline.
    case comparison
    /// Part of a reference sample: every measure must be comparable.
    case reference
  }

  private let purpose: Purpose
  private let confidence: RecordingMinimum?
  private let voicing: RecordingMinimum?
  private let voicedTime: RecordingMinimum?

  /// Creates rules from the `minimums` for a group and, if known, an age.
  public init(
    for purpose: Purpose, minimums: [RecordingMinimum], category: ReferenceCategory?,
    age: Age? = nil
  ) {
    self.purpose = purpose
    let band = age.map { AgeBand(of: $0) }
    confidence = minimums.minimum(of: .confidence, for: category, at: band)
    voicing = minimums.minimum(of: .voicedRatio, for: category, at: band)
    voicedTime = minimums.minimum(of: .duration, for: category, at: band)
  }

  /// Returns the recording with its faults and cautions; a fault makes it unusable.
  public func judge(_ vowel: MeasuredVowel) -> SessionRecording {
    var recording = SessionRecording(vowel)
    recording.faults = faults(of: vowel)
    recording.cautions = cautions(on: vowel)
    if !recording.faults.isEmpty { recording.use = .unusable }
    return recording
  }

  /// Returns the measures of a recording. F0 of an irregular voice needs sufficient confidence. An
  /// octave that the baseline selected is not comparable with the baseline.
  func values(of vowel: MeasuredVowel) -> Biomarkers? {
    guard let findings = vowel.results.values else { return nil }
    var values = findings.biomarkers
    if findings.hasOctaveOfBaseline {
      for measure in VowelValues.measures
      where measure.facts.validityCriteria.contains(.otherOctave) && values[measure].number != nil {
        values[measure] = .unavailable(Unavailability(ReasonText.octaveOfBaseline))
      }
    }
    guard findings.isIrregular, !isSure(of: findings) else { return values }
    values[.f0Mean] = .unavailable(
      Unavailability(ReasonText.unsureF0))
    return values
  }

  private func isSure(of findings: VowelValues) -> Bool {
    guard let percent = findings.biomarkers[.f0Confidence].number else { return false }
    return percent >= confidence?.warn ?? 0
  }

  // MARK: - Faults

  private func faults(of vowel: MeasuredVowel) -> [BaselineFault] {
    guard !vowel.origin.isOfOtherTask else { return [BaselineFault(BaselineText.reading)] }
    let declared = purpose == .baseline ? vowel.origin.flags.filter { !$0.isOfUsualVoice } : []
    let illness = declared.map { flag in
      BaselineFault(flag == .illness ? BaselineText.illness : .cold)
    }
    guard let findings = vowel.results.values else {
      let refusal = vowel.results.refusal.map {
        BaselineFault($0)
      }
      return [refusal].compactMap { $0 } + illness
    }
    let checks = vowel.results.checks.filter { $0.verdict == .fail }
    // Skip the duration check: its fault is reported above.
    return [duration(of: vowel) ?? voicedTime(of: findings)].compactMap { $0 }
      + checks.filter { $0.check != .duration }.map { BaselineFault($0) }
      + [signalType(of: vowel), confidence(of: findings), voicing(of: findings)].compactMap {
        $0
      }
      + illness
  }

  private func duration(of vowel: MeasuredVowel) -> BaselineFault? {
    guard let seconds = vowel.results.recording.duration?.value else { return nil }
    let shortest = RecordingLength.longestTooShort.value
    let longest = RecordingLength.shortestTooLong.value
    let found = Decimal.short(seconds, distinctFrom: [shortest, longest])
    if seconds >= longest {
      return BaselineFault(
        BaselineText.tooLong, [.found: found, .allowed: Decimal.text(longest)])
    }
    guard seconds <= shortest else { return nil }
    return BaselineFault(
      BaselineText.tooShort, [.found: found, .needed: Decimal.text(shortest)])
  }

  /// Returns a fault if the signal type supports no tracked measure.
  private func signalType(of vowel: MeasuredVowel) -> BaselineFault? {
    guard let type = vowel.results.values?.signalType else {
      return BaselineFault(BaselineText.noSignalType)
    }
    guard type > 1,
      purpose == .reference || type >= VowelValues.noise || followed(of: vowel).isEmpty
    else { return nil }
    return BaselineFault(BaselineText.tooIrregular, [.type: "\(type)"])
  }

  private func followed(of vowel: MeasuredVowel) -> [Measure] {
    guard let values = values(of: vowel) else { return [] }
    return ChangeMeasure.all.map(\.measure).filter { values[$0].number != nil }
  }

  private func confidence(of findings: VowelValues) -> BaselineFault? {
    // An irregular voice with low F0 confidence loses its F0 instead.
    guard !findings.isIrregular else { return nil }
    switch findings.biomarkers[.f0Confidence] {
    case .unavailable(let reason):
      return BaselineFault(BaselineText.noF0, [.problems: reason.finding])
    case .value(let percent):
      guard let least = confidence?.warn, percent < least else { return nil }
      return BaselineFault(
        BaselineText.tooUnsureF0,
        [.found: Decimal.short(percent, distinctFrom: [least]), .needed: Decimal.text(least)])
    }
  }

  private func voicing(of findings: VowelValues) -> BaselineFault? {
    guard let fraction = findings.biomarkers[.f0VoicedFraction].number, let least = voicing?.warn,
      fraction < least
    else { return nil }
    return BaselineFault(
      BaselineText.tooLittleVoice,
      [
        .share: Decimal.short(100 * fraction, distinctFrom: [100 * least]),
        .needed: Decimal.text(100 * least),
      ])
  }

  /// Returns a fault for a long recording with a short vowel.
  private func voicedTime(of findings: VowelValues) -> BaselineFault? {
    guard let seconds = findings.voicedSeconds, let least = voicedTime?.warn, seconds < least else {
      return nil
    }
    return BaselineFault(
      BaselineText.vowelTooShort,
      [.found: Decimal.short(seconds, distinctFrom: [least]), .needed: Decimal.text(least)])
  }

  // MARK: - Cautions

  private func cautions(on vowel: MeasuredVowel) -> [BaselineFault] {
    guard let findings = vowel.results.values else { return [] }
    return vowel.results.checks.filter { $0.verdict == .warn }.map { BaselineFault($0) }
      + [
        irregularity(of: vowel, findings), confidenceCaution(of: findings),
        voicingCaution(of: findings), gap(in: findings),
        findings.hasOctaveOfBaseline ? BaselineFault(BaselineText.octaveOfBaseline) : nil,
      ].compactMap { $0 }
  }

  private func irregularity(
    of vowel: MeasuredVowel, _ found: VowelValues
  ) -> BaselineFault? {
    guard let type = found.signalType, found.isIrregular, type < VowelValues.noise else {
      return nil
    }
    let followed = followed(of: vowel)
    guard !followed.isEmpty else { return nil }
    return BaselineFault(
      BaselineText.irregular,
      [
        .type: "\(type)",
        .measures: followed.map { ChangeMeasure.of($0)?.name ?? $0.rawValue }
          .joined(separator: ", "),
      ])
  }

  private func confidenceCaution(of findings: VowelValues) -> BaselineFault? {
    guard let percent = findings.biomarkers[.f0Confidence].number, let confidence,
      percent >= confidence.warn, percent < confidence.pass
    else { return nil }
    return BaselineFault(
      BaselineText.unsureF0,
      [
        .found: Decimal.short(percent, distinctFrom: [confidence.pass]),
        .limit: Decimal.text(confidence.pass),
      ])
  }

  private func voicingCaution(of findings: VowelValues) -> BaselineFault? {
    guard let fraction = findings.biomarkers[.f0VoicedFraction].number, let voicing,
      fraction >= voicing.warn, fraction < voicing.pass
    else { return nil }
    let good = 100 * voicing.pass
    return BaselineFault(
      BaselineText.littleVoice,
      [.share: Decimal.short(100 * fraction, distinctFrom: [good]), .limit: Decimal.text(good)])
  }

  /// Returns a caution for a usable recording without one of the primary endpoints.
  private func gap(in findings: VowelValues) -> BaselineFault? {
    let values = findings.biomarkers
    let missing = ChangeMeasure.primaryEndpoints.filter { values[$0.measure].number == nil }
    guard values[.f0Mean].number != nil, findings.signalType == 1,
      let first = missing.first, let reason = values[first.measure].unavailability
    else { return nil }
    return BaselineFault(
      BaselineText.missingMeasures,
      [
        .measures: missing.map(\.name).joined(separator: ", "),
        .problems: reason.finding,
      ])
  }
}

extension VowelValues {
  /// Signal type of an aperiodic sound.
  fileprivate static let noise = 4

  /// Whether the signal is not nearly periodic; measures that compare cycles are then undefined.
  fileprivate var isIrregular: Bool { (signalType ?? 1) > 1 }
}

extension BaselineFault {
  /// Creates a fault from a failed check or a warning.
  init(_ check: QualityCheck) {
    let (finding, advice) = check.findingAndAdvice
    self.init(
      check.id, finding, advice: advice ?? TextCatalogue.baselines.text("recording.advice"))
    sentence = check.sentence
  }

  /// Creates a fault from the refusal of a recording.
  fileprivate init(_ refusal: Refusal) {
    self.init(refusal.code.rawValue, refusal.message, advice: refusal.advice)
    sentence = refusal.sentence
  }
}

extension SessionRecording {
  /// Copies the facts of a recording, before validation.
  init(_ vowel: MeasuredVowel) {
    let results = vowel.results
    self.init(name: results.recording.name, use: .used)
    sha256 = results.recording.sha256
    duration = results.recording.duration
    recordedAt = vowel.origin.recordedAt
    flags = vowel.origin.flags
    quality = results.verdict
    confidencePercent = results.values?.biomarkers[.f0Confidence].number
    voicedFraction = results.values?.biomarkers[.f0VoicedFraction].number
    signalType = results.values?.signalType
    level = results.checks.first { $0.check == .level }?.value.map { Decibels($0) }
  }
}
