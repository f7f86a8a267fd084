// The joint result of an assessment.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct AssessmentVerdictTests {
  private func verdict(
    _ numbers: [Measure: Double], with change: (inout MeasuredRecording) -> Void = { _ in }
  ) throws -> AssessmentVerdict? {
    try Samples.assessor.get().assess(
      Samples.recording(numbers, with: change), of: Samples.person()
    ).verdict
  }

  /// Values of a voice inside all limits.
  private static let inside: [Measure: Double] = [
    .f0Mean: 200, .f0StandardDeviationSemitones: 0.1, .jitterLocal: 0.3, .shimmerLocal: 500,
    .hnrMean: 25, .cpps: 14, .gne: 0.9,
  ]

  @Test func `the verdict counts one measure of each family, without F0`() throws {
    let verdict = try #require(try verdict(Self.inside))

    #expect(verdict.compared == 5)
    #expect(verdict.findings == [])
    #expect(
      verdict.sentence
        == "Measures outside their limit: 0 of 5 compared, mean and median F0 not counted.")
  }

  @Test func `a measure outside its limit and a signal type above 1 are findings`() throws {
    let numbers = Self.inside.merging([.cpps: 2]) { $1 }

    let verdict = try #require(
      try verdict(numbers) {
        $0.findings.signalType = SignalType(type: 2, reasons: ["as tested"])
      })

    #expect(
      verdict.findings == [
        AssessmentFinding(measure: .cpps, decidedBy: .percentile),
        AssessmentFinding(measure: nil, decidedBy: .choice),
      ])
    #expect(
      verdict.sentence.hasPrefix(
        "Measures outside their limit: 1 of 4 compared, mean and median F0 not counted. "
          + "CPPS: value 2 dB, limit at least "))
    #expect(
      verdict.sentence.contains(" dB (reference sample). Signal type 2 of 4 (limit: type 1)."))
  }

  @Test func `a recording graded repeat has no findings`() throws {
    let verdict = try #require(
      try verdict([.cpps: 2]) {
        $0.findings.biomarkers[.f0Confidence] = Measured(50)
        $0.findings.signalType = SignalType(type: 3, reasons: ["as tested"])
      })

    #expect(verdict.compared == 0)
    #expect(verdict.findings == [])
    #expect(verdict.sentence == "No measure was compared.")
  }

  /// Three seconds of a vowel at 70 dB and 2 s without a period. A level of -24 dBFS is 70 dB.
  @Test(
    arguments: [
      (-24.0, nil, true), (-24, 8, true), (-24, 40, false), (-26.2, nil, false),
    ] as [(Double, Double?, Bool)])
  func `an unvoiced remainder of steady level is reported as irregular voice`(
    level: Double, signalToNoise: Double?, isIrregular: Bool
  ) throws {
    let verdict = try #require(
      try verdict([.intensityMean: 70]) {
        $0.findings.segment.excluded = [ExcludedSegment(start: 3.5, end: 5.5, reason: .unvoiced)]
        $0.quality = RecordingQualityReport(checks: [
          QualityCheck(id: .level, verdict: .pass, value: level, unit: "dbfs", limit: -35),
          QualityCheck(
            id: .signalToNoise, verdict: .unknown, value: signalToNoise, unit: "db", limit: 30),
        ])
      })

    #expect(verdict.isRestIrregular == isIrregular)
    #expect(verdict.judgedPercent == (isIrregular ? 60 : 100))
    #expect(verdict.sentence.contains("also contains irregular voice") == isIrregular)
  }

  @Test(
    arguments: [
      (nil, DeviceKind.own), ("iPhone 15", .own), ("Windows laptop", .own), ("Studio A", .studio),
      ("Zoom H5", nil), ("Chrome, Linux", .own), ("Telefon", .own), ("Handy", .own),
    ] as [(String?, DeviceKind?)])
  func `the device kind follows from the device name`(name: String?, kind: DeviceKind?) {
    #expect(DeviceKind(of: name) == kind)
  }
}
