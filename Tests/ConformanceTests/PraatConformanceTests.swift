// The promise of the project: a Praat user recognises the numbers digit by digit.

import DSPCore
import TestSupport
import Testing
import VoiceTypes

@Suite struct PraatConformanceTests {
  @Test("every number of every recording is Praat's", arguments: Reference.allCases)
  func numbers(_ reference: Reference) throws {
    let recordings = try ReferenceSet.all(for: reference)
    var comparison = Comparison()
    var workspace = AnalysisWorkspace()

    for recording in recordings {
      let findings = try Measurement.findings(
        on: recording, for: reference, workspace: &workspace)
      comparison.take(findings, recording)
    }

    print(comparison.table(title: reference.rawValue))
    #expect(comparison.faults == [])
    #expect(comparison.worstFrame.value <= Tolerance.frameHertz)
    #expect(comparison.worstPulse.value <= Tolerance.pulseSeconds)
  }

  @Test("the repository's own recordings are compared wherever it is cloned")
  func fixturesAreThere() throws {
    let recordings = try ReferenceSet.all(for: .praat7Autocorrelation)

    #expect(recordings.count >= 34)
    #expect(recordings.contains { $0.name == "coswara_21_a.wav" })
  }

  @Test("a deviation beyond the tolerance is a fault")
  func deviationIsNoticed() throws {
    let recordings = try ReferenceSet.all(for: .praat6Autocorrelation)
    let recording = try #require(recordings.first { $0.name == "svd_0001_a_n.wav" })
    var workspace = AnalysisWorkspace()
    var findings = try Measurement.findings(
      on: recording, for: .praat6Autocorrelation, workspace: &workspace)
    var comparison = Comparison()

    let jitter = try #require(findings.biomarkers[.jitterLocal].number)
    findings.biomarkers[.jitterLocal] = Measured(jitter * (1 + 2 * Tolerance.perturbation))
    findings.biomarkers[.hnrMean] = .unavailable(.noVoicing)
    findings.contours?.pulses.removeLast()
    comparison.take(findings, recording)

    #expect(comparison.faults.count == 3)
  }
}
