// Whether the values of one recording count. Every fault is named at once, each with what to do
// when recording again.

internal import VoiceMath
public import VoiceTypes

/// Judges single recordings.
public struct BaselineValidation: Sendable {
  /// What a recording is recorded for.
  public enum Purpose: Sendable {
    /// To say what a voice usually is.
    case baseline
    /// To be held against that.
    case comparison
    /// To be one of those that people are held against: every measure must be comparable.
    case reference
  }

  private let purpose: Purpose
  private let confidence: RecordingMinimum?
  private let voicing: RecordingMinimum?

  /// A judge with those of the `minimums` that hold for a group.
  public init(
    for purpose: Purpose, minimums: [RecordingMinimum], category: ReferenceCategory?
  ) {
    self.purpose = purpose
    confidence = minimums.minimum(of: .confidence, for: category)
    voicing = minimums.minimum(of: .voicedRatio, for: category)
  }

  /// The recording with its faults and cautions; it is used unless it has a fault.
  public func judge(_ vowel: MeasuredVowel) -> SessionRecording {
    var recording = SessionRecording(vowel)
    recording.faults = faults(of: vowel)
    recording.cautions = cautions(on: vowel)
    if !recording.faults.isEmpty { recording.use = .unusable }
    return recording
  }

  /// What counts of a recording. F0 of an irregular voice counts where it is sure.
  func values(of vowel: MeasuredVowel) -> Biomarkers? {
    guard let findings = vowel.document.findings else { return nil }
    guard findings.signalType.isIrregular, !isSure(of: findings) else {
      return findings.biomarkers
    }
    var values = findings.biomarkers
    values[.f0Mean] = .unavailable(
      Unavailability(.signalType, "F0 is not sure enough to be followed"))
    return values
  }

  private func isSure(of findings: Findings) -> Bool {
    guard let percent = findings.biomarkers[.f0Confidence].number else { return false }
    return percent >= confidence?.warn ?? 0
  }

  // MARK: - Faults

  private func faults(of vowel: MeasuredVowel) -> [BaselineFault] {
    let declared = purpose == .baseline ? vowel.origin.flags.filter { !$0.isOfUsualVoice } : []
    let illness = declared.map { flag in
      BaselineFault(
        flag.rawValue, "\(flag.rawValue) was noted for this recording",
        advice: "record again when the voice is as usual")
    }
    guard let findings = vowel.document.findings else {
      let refusal = vowel.document.refusal.map {
        BaselineFault($0.code.rawValue, $0.message, advice: $0.advice)
      }
      return [refusal].compactMap { $0 } + illness
    }
    let checks = vowel.document.quality.checks.filter { $0.verdict == .fail }
    // The checks of a recording know its length too; it is said once.
    return [duration(of: vowel)].compactMap { $0 }
      + checks.filter { $0.id != "duration" }.map { BaselineFault($0) }
      + [signalType(of: vowel), confidence(of: findings), voicing(of: findings)].compactMap {
        $0
      }
      + illness
  }

  private func duration(of vowel: MeasuredVowel) -> BaselineFault? {
    guard let seconds = vowel.document.recording.duration?.value else { return nil }
    let shortest = BaselineRules.longestTooShortSeconds
    let longest = BaselineRules.shortestTooLongSeconds
    let found = "the recording lasts \(Decimal.text(seconds, toldFrom: [shortest, longest])) s"
    if seconds >= longest {
      return BaselineFault(
        RefusalCode.tooLong.rawValue,
        "\(found); less than \(Decimal.text(longest)) s is needed",
        advice: "cut out one held vowel of 2 to 10 s, or record one")
    }
    guard seconds <= shortest else { return nil }
    return BaselineFault(
      RefusalCode.tooShort.rawValue,
      "\(found); more than \(Decimal.text(shortest)) s is needed",
      advice: "hold the vowel for 2 to 10 s")
  }

  /// An irregular voice is followed by what its type supports; one that has nothing of that is not.
  private func signalType(of vowel: MeasuredVowel) -> BaselineFault? {
    guard let type = vowel.document.findings?.signalType.type else {
      return BaselineFault(
        "signal_type", "how regular the voice is could not be determined",
        advice: "hold the vowel for 2 s or longer, close to the microphone, in a quiet room")
    }
    guard type > 1,
      purpose == .reference || type >= SignalType.noise || followed(of: vowel).isEmpty
    else { return nil }
    return BaselineFault(
      "signal_type",
      "the sound is too irregular for anything that is followed (signal type \(type)); this can be "
        + "the recording or the voice",
      advice: "record a steady vowel at comfortable pitch and loudness, in a quiet room")
  }

  private func followed(of vowel: MeasuredVowel) -> [Measure] {
    guard let values = values(of: vowel) else { return [] }
    return ChangeMeasure.all.map(\.measure).filter { values[$0].number != nil }
  }

  private func confidence(of findings: Findings) -> BaselineFault? {
    // Of an irregular voice F0 is left out where it is not sure.
    guard !findings.signalType.isIrregular else { return nil }
    switch findings.biomarkers[.f0Confidence] {
    case .unavailable(let reason):
      return BaselineFault(
        "f0_confidence", "there is no F0: \(reason.message.finding)",
        advice: "record a steady vowel, close to the microphone, in a quiet room")
    case .value(let percent):
      guard let least = confidence?.warn, percent < least else { return nil }
      return BaselineFault(
        "f0_confidence",
        "F0 confidence is \(Decimal.text(percent, toldFrom: [least])) %; at least "
          + "\(Decimal.text(least)) % is needed",
        advice: "record a steady vowel, close to the microphone, in a quiet room")
    }
  }

  private func voicing(of findings: Findings) -> BaselineFault? {
    guard let fraction = findings.biomarkers[.f0VoicedFraction].number, let least = voicing?.warn,
      fraction < least
    else { return nil }
    return BaselineFault(
      "voiced_fraction",
      "\(Decimal.text(100 * fraction, toldFrom: [100 * least])) % of the vowel is voiced; at least "
        + "\(Decimal.text(100 * least)) % is needed",
      advice: "hold the vowel without a break and without whispering")
  }

  // MARK: - Cautions

  private func cautions(on vowel: MeasuredVowel) -> [BaselineFault] {
    guard let findings = vowel.document.findings else { return [] }
    return vowel.document.quality.checks.filter { $0.verdict == .warn }.map { BaselineFault($0) }
      + [
        irregularity(of: vowel, findings.signalType), confidenceCaution(of: findings),
        voicingCaution(of: findings), gap(in: findings),
      ].compactMap { $0 }
  }

  private func irregularity(of vowel: MeasuredVowel, _ found: SignalType) -> BaselineFault? {
    let followed = followed(of: vowel)
    guard let type = found.type, found.isIrregular, type < SignalType.noise, !followed.isEmpty
    else { return nil }
    return BaselineFault(
      "signal_type",
      "too irregular for cycle-to-cycle measures (signal type \(type)); followed are "
        + followed.map { ChangeMeasure.of($0)?.name ?? $0.rawValue }.joined(separator: ", "),
      advice: "record a steady vowel at comfortable pitch and loudness, in a quiet room")
  }

  private func confidenceCaution(of findings: Findings) -> BaselineFault? {
    guard let percent = findings.biomarkers[.f0Confidence].number, let confidence,
      percent >= confidence.warn, percent < confidence.pass
    else { return nil }
    return BaselineFault(
      "f0_confidence",
      "F0 confidence is \(Decimal.text(percent, toldFrom: [confidence.pass])) %, below "
        + "\(Decimal.text(confidence.pass)) %",
      advice: "move closer to the microphone, in a quiet room")
  }

  private func voicingCaution(of findings: Findings) -> BaselineFault? {
    guard let fraction = findings.biomarkers[.f0VoicedFraction].number, let voicing,
      fraction >= voicing.warn, fraction < voicing.pass
    else { return nil }
    let good = 100 * voicing.pass
    return BaselineFault(
      "voiced_fraction",
      "\(Decimal.text(100 * fraction, toldFrom: [good])) % of the vowel is voiced, less than "
        + "\(Decimal.text(good)) %",
      advice: "hold the vowel without a break")
  }

  /// A usable recording from which a primary measure is missing.
  private func gap(in findings: Findings) -> BaselineFault? {
    let missing = ChangeMeasure.primaries.filter { findings.biomarkers[$0.measure].number == nil }
    guard findings.biomarkers[.f0Mean].number != nil, findings.signalType.type == 1,
      let first = missing.first,
      let reason = findings.biomarkers[first.measure].unavailability
    else { return nil }
    return BaselineFault(
      "missing_measures",
      "no value of \(missing.map(\.measure.rawValue).joined(separator: ", ")): \(reason.message.finding)",
      advice: "hold the vowel for 2 s or longer, in a quiet room")
  }
}

extension SignalType {
  /// The type of a sound without any period.
  fileprivate static let noise = 4

  /// Not nearly periodic: what compares cycle with cycle has no value.
  fileprivate var isIrregular: Bool { (type ?? 1) > 1 }
}

extension BaselineFault {
  /// A check that was not passed; its message says what was found and, behind a semicolon, what to
  /// do.
  init(_ check: QualityCheck) {
    let message = check.message ?? "the check \(check.id) was not passed"
    let halves = message.firstRange(of: "; ").map {
      (String(message[..<$0.lowerBound]), String(message[$0.upperBound...]))
    }
    self.init(
      check.id, halves?.0 ?? message,
      advice: halves?.1 ?? "record again in a quiet room, close to the microphone")
  }
}

extension SessionRecording {
  /// The facts of a recording, before it is judged.
  init(_ vowel: MeasuredVowel) {
    let document = vowel.document
    self.init(name: document.recording.name, use: .used)
    sha256 = document.recording.sha256
    duration = document.recording.duration
    recordedAt = vowel.origin.recordedAt
    flags = vowel.origin.flags
    quality = document.quality.verdict
    confidencePercent = document.findings?.biomarkers[.f0Confidence].number
    voicedFraction = document.findings?.biomarkers[.f0VoicedFraction].number
    signalType = document.findings?.signalType.type
    level = document.quality.checks.first { $0.id == "level" }?.value.map { Decibels($0) }
  }
}
