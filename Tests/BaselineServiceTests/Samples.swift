// Recordings and people as plain values, without an analysis.

import BaselineService
import TestSupport
import VoiceTypes

enum Samples {
  /// The set that ships, with a fingerprint that only has to look like one.
  static let limits = Result {
    try ReferenceLimits(reading: EmbeddedLimits.bytes) { _ in String(repeating: "ab", count: 32) }
  }

  /// The measured set that ships.
  static let measuredLimits = Result {
    try ReferenceLimits(reading: EmbeddedLimits.measuredBytes) { _ in
      String(repeating: "ef", count: 32)
    }
  }

  /// The minimums of the set from the literature; none if it cannot be read, which a test of the limits notices.
  static let minimums = (try? limits.get())?.minimums ?? []

  /// Both sets that ship.
  static let assessor = Result {
    Assessor(limits: try limits.get(), measured: try measuredLimits.get())
  }

  /// The settings of the clinical preset that limits ask for.
  static let clinical: [String: JSONValue] = [
    "period_floor_s": .number(0.0001), "period_ceiling_s": .number(0.02),
    "maximum_period_factor": .number(1.3), "maximum_amplitude_factor": .number(1.6),
    "harmonicity_method": "cc", "harmonicity_floor_hz": .number(75),
    "harmonicity_time_step_s": .number(0.01), "harmonicity_silence_threshold": .number(0.1),
    "harmonicity_periods_per_window": .number(1),
    "harmonicity_ac_periods_per_window": .number(4.5), "cpps_definition": "praat_6.1",
    "pitch_silence_threshold": .number(0.03), "pitch_voicing_threshold": .number(0.45),
    "gne_frames": "praat_7.0", "preset": "clinical", "segment": "steady",
    "f0_variation_segment": "vowel", "pitch_method": "ac",
    "pitch_range_rule": "two_pass",
    "amplitude_high_pass_f0_ratio": .number(0.45),
    "amplitude_high_pass_flank_f0_ratio": .number(0.05),
    "harmonicity_high_pass_f0_ratio": .number(0.45),
    "harmonicity_high_pass_flank_f0_ratio": .number(0.05),
  ]

  /// A recording with these numbers that passes everything unless changed.
  static func recording(
    _ numbers: [Measure: Double], with change: (inout MeasuredRecording) -> Void = { _ in }
  ) -> MeasuredRecording {
    var biomarkers = Biomarkers(unsetBecause: .notInTier)
    biomarkers[.f0Confidence] = Measured(97)
    biomarkers[.f0VoicedFraction] = Measured(1)
    for (measure, number) in numbers { biomarkers[measure] = Measured(number) }
    let findings = Findings(
      pitchRange: .praatStandard, pitchRangeRule: .twoPass,
      segment: Segment(start: 0.5, end: 3.5, rule: .steady),
      signalType: SignalType(type: 1, reasons: ["regular"]), biomarkers: biomarkers)
    let check = QualityCheck(id: .signalToNoise, verdict: .pass, value: 50, unit: "db", limit: 30)
    var recording = MeasuredRecording(
      findings: findings, quality: RecordingQualityReport(checks: [check]), settings: clinical)
    change(&recording)
    return recording
  }

  /// A person with all data that a reference needs.
  static func person(
    age: Int? = 40, identity: GenderIdentity? = .woman, sex: SexAssignedAtBirth? = .female,
    reference: VoiceReference? = nil, device: String? = nil
  ) -> UserProfile {
    var profile = UserProfile(userID: "p-1")
    profile.age = age.flatMap { Age(years: $0) }
    profile.genderIdentity = identity
    profile.sexAssignedAtBirth = sex
    profile.voiceReference = reference
    profile.deviceModel = device
    return profile
  }

  /// The assessment of one number.
  static func assess(
    _ measure: Measure, _ value: Double, of profile: UserProfile = person(),
    with change: (inout MeasuredRecording) -> Void = { _ in }
  ) throws -> MeasureAssessment? {
    let assessment = try assessor.get().assess(
      recording([measure: value], with: change), of: profile)
    return assessment.measures.first { $0.measure == measure }
  }
}
