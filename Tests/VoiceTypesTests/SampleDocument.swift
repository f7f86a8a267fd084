// A complete and a refused document with every kind of member in them.

import VoiceTypes

enum SampleDocument {
  static let refusal = Refusal(.notFound, message: "no file", advice: "check the path")

  static let complete = document(.complete(findings))
  static let refused = document(.refused(refusal))

  static func document(_ outcome: ResultsDocument.Outcome) -> ResultsDocument {
    ResultsDocument(
      analysisID: "id-1", tier: .comprehensive, recording: recording, quality: quality,
      outcome: outcome, provenance: provenance,
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 1.5, analysisMilliseconds: 20,
        totalMilliseconds: 21.5))
  }

  static func document(with change: (inout Findings) -> Void) -> ResultsDocument {
    var findings = findings
    change(&findings)
    return document(.complete(findings))
  }

  static var recording: RecordingFacts {
    var facts = RecordingFacts(name: "vowel.wav")
    facts.sha256 = String(repeating: "0a", count: 32)
    facts.duration = 10
    facts.sampleRate = 44_100
    facts.channels = 1
    facts.encoding = .pcm16
    return facts
  }

  static let quality = RecordingQualityReport(checks: [
    QualityCheck(id: .clipping, verdict: .pass, value: 0, unit: "percent", limit: 1)
  ])

  static var findings: Findings {
    var biomarkers = Biomarkers(unsetBecause: .numericOverflow)
    biomarkers[.f0Mean] = Measured(120.5)
    biomarkers[.pulses] = Measured(1_200)
    biomarkers[.jitterPPQ5] = .unavailable(.tooFewPeriods(needed: 5, found: 3))
    biomarkers.stabilityComponents = ["ppq5": 0.5, "apq11": 0.25]
    var findings = Findings(
      pitchRange: .praatStandard, pitchRangeRule: .fixed,
      segment: Segment(start: 0, end: 10, rule: .whole),
      signalType: SignalType(type: 1, reasons: ["regular"]), biomarkers: biomarkers)
    findings.segment.excluded = [
      ExcludedSegment(start: 0, end: 1, reason: .unvoiced),
      ExcludedSegment(start: 1, end: 1.5, reason: .onset),
    ]
    findings.segment.used = [.voicedFrames: 9.5, .periods: 9]
    findings.uncertainty = [
      .jitterLocal: ConfidenceInterval(low: 0.31, high: 0.42),
      .f0Mean: ConfidenceInterval(low: 119, high: 121),
    ]
    findings.notes = ["a note"]
    findings.assessment = assessment
    return findings
  }

  static var assessment: Assessment {
    let minimum = JudgedMinimum(value: 97, unit: "%", pass: 80, warn: 60, verdict: .pass)
    var measure = MeasureAssessment(
      measure: .f0Mean, value: 120.5, interval: ConfidenceInterval(low: 119, high: 121),
      sentence: "It was 120.5 Hz.")
    measure.typical = AppliedLimit(
      low: 80, high: 185, basis: .engineering, citation: "a study", label: "interval",
      caution: nil, kind: .typical)
    measure.published = AppliedLimit(
      low: nil, high: 200.5, basis: .verified, citation: "another", label: "published",
      caution: "with care", kind: .published, algorithm: "mdvp")
    measure.standing = .within
    measure.source = "a sample"
    let verdict = AssessmentVerdict(
      compared: 5,
      findings: [
        AssessmentFinding(measure: .cpps, decidedBy: .percentile),
        AssessmentFinding(measure: nil, decidedBy: .choice),
      ],
      judgedPercent: 55, isRestIrregular: true, sentence: "CPPS: value 5 dB, limit at least 9.5 dB."
    )
    return Assessment(
      reference: AssessedReference(
        version: "v", sha256: String(repeating: "0b", count: 32),
        demographic: VoiceDemographic(
          band: .from18To59, category: .masculine, reason: "a reason"), cautions: ["a caution"]),
      recording: RecordingAssessment(
        grade: .usable, reasons: ["noise"], confidence: minimum, voicedRatio: minimum,
        duration: JudgedMinimum(value: nil, unit: "s", pass: 1.5, warn: 0.5, verdict: .unknown)),
      measures: [measure], context: ReportedConditions(of: UserProfile(userID: "p")),
      verdict: verdict)
  }

  static let contours = Contours(
    f0: [
      .init(time: 0.02, frequency: 120, strength: 0.9),
      .init(time: 0.03, frequency: nil, strength: 0),
    ],
    pulses: [0.01, 0.02], harmonicity: [20, nil], harmonicityGrid: (start: 0.02, step: 0.01))

  static let provenance = Provenance(
    version: "1.2.3", preset: .clinical, settings: ["b": 2, "a": .number(0.5)],
    settingsSHA256: String(repeating: "f9", count: 32),
    libraries: ["libsndfile": "1.2.0", "fftw": "3.3.10"])
}
