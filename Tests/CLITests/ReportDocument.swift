// A document with an assessment, as a value: a report of it does not move with the last digit of
// a measure.

import BaselineService
import VoicePipeline
import VoiceTypes

enum ReportDocument {
  /// A recording with numbers on every side of their limits.
  static func assessed(
    of person: UserProfile? = person, measured: ReferenceLimits? = nil
  ) throws -> ResultsDocument {
    var findings = findings
    let quality = RecordingQualityReport(checks: [
      QualityCheck(
        id: .signalToNoise, verdict: .warn, value: 27, unit: "db", limit: 30,
        message: "the pauses are not quiet; record in a quieter room")
    ])
    let settings: [String: JSONValue] = [
      "period_floor_s": .number(0.0001), "period_ceiling_s": .number(0.02),
      "maximum_period_factor": .number(1.3), "maximum_amplitude_factor": .number(1.6),
      "cpps_definition": "praat_6.1", "preset": "clinical", "segment": "steady",
      "pitch_method": "ac", "pitch_range_rule": "two_pass",
    ]
    if let person {
      findings.assessment = Assessor(limits: try .embedded(), measured: measured).assess(
        MeasuredRecording(findings: findings, quality: quality, settings: settings), of: person)
    }
    return ResultsDocument(
      analysisID: "id-1", tier: .comprehensive, recording: recording, quality: quality,
      outcome: .complete(findings),
      provenance: Provenance(
        version: "1.2.3", preset: .clinical, settings: settings, settingsSHA256: "",
        libraries: [:]),
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 0, analysisMilliseconds: 0,
        totalMilliseconds: 0))
  }

  static var person: UserProfile {
    var profile = UserProfile(userID: "p-1")
    profile.age = Age(years: 66)
    profile.genderIdentity = .man
    profile.sexAssignedAtBirth = .male
    profile.voiceConditions = ["hoarse since May"]
    return profile
  }

  private static var recording: RecordingFacts {
    var facts = RecordingFacts(name: "vowel.wav")
    facts.duration = 4.2
    facts.sampleRate = 44_100
    facts.channels = 1
    facts.encoding = .pcm16
    return facts
  }

  private static var findings: Findings {
    var biomarkers = Biomarkers(unsetBecause: Unavailability(.noTremor, "none was found"))
    let numbers: [Measure: Double] = [
      .f0Mean: 118.24, .f0Median: 118.1, .f0Confidence: 96.5, .f0VoicedFraction: 1,
      .jitterLocal: 0.512, .jitterLocalAbsolute: 43.25, .shimmerLocal: 3.4, .shimmerAPQ11: 3.2,
      .shimmerAPQ3: 1.8, .hnrStandardDeviation: 1.5, .cpps: 15.25, .phonationVoiceBreaks: 1,
    ]
    for (measure, number) in numbers { biomarkers[measure] = Measured(number) }
    var findings = Findings(
      pitchRange: .praatStandard, pitchRangeRule: .twoPass,
      segment: Segment(start: 0.6, end: 3.6, rule: .steady),
      signalType: SignalType(type: 1, reasons: ["regular"]), biomarkers: biomarkers)
    findings.uncertainty[.jitterLocal] = ConfidenceInterval(low: 0.45, high: 0.58)
    findings.segment.excluded = [
      ExcludedSegment(start: 0, end: 0.6, reason: .unvoiced),
      ExcludedSegment(start: 3.6, end: 4.2, reason: .offset),
    ]
    return findings
  }
}
