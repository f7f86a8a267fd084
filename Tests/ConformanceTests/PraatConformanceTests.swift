// The promise of the project: a Praat user recognises the numbers digit by digit.

import DSPCore
import TestSupport
import Testing
import VoiceTypes

@Suite struct PraatConformanceTests {
  @Test("every value of the repository's recordings equals Praat's", arguments: Reference.allCases)
  func numbersOfFixtures(_ reference: Reference) throws {
    let comparison = try Self.comparison(of: [.fixtures], reference)

    Self.expectPraat(comparison)
    #expect(comparison.counts == reference.countsOfFixtures)
  }

  @Test(
    "every value of the larger collection equals Praat's",
    .enabled(
      if: !ReferenceSet.collection.isEmpty,
      "\(ReferenceSet.recordingsOfCollection) recordings are not compared: shared/voices is absent"),
    arguments: Reference.ofCollection)
  func numbersOfCollection(_ reference: Reference) throws {
    let comparison = try Self.comparison(of: ReferenceSet.collection, reference)

    Self.expectPraat(comparison)
    #expect(comparison.counts.recordings == ReferenceSet.recordingsOfCollection)
  }

  private static func comparison(
    of sets: [ReferenceSet], _ reference: Reference
  ) throws -> Comparison {
    var comparison = Comparison()
    var workspace = AnalysisWorkspace()
    for recording in try ReferenceSet.recordings(of: sets, for: reference) {
      let findings = try Measurement.findings(
        on: recording, for: reference, workspace: &workspace)
      comparison.take(findings, recording)
    }
    print(comparison.table(title: reference.rawValue))
    return comparison
  }

  private static func expectPraat(_ comparison: Comparison) {
    #expect(comparison.faults == [])
    #expect(comparison.worstFrame.value <= Tolerance.frameHertz)
    #expect(comparison.worstPulse.value <= Tolerance.pulseSeconds)
  }

  @Test("a reference without contours is a fault")
  func missingContoursAreNoticed() throws {
    let recording = try #require(
      ReferenceSet.recordings(of: [.fixtures], for: .praat6Autocorrelation)
        .first { $0.name == "svd_0001_a_n.wav" })
    var workspace = AnalysisWorkspace()
    var findings = try Measurement.findings(
      on: recording, for: .praat6Autocorrelation, workspace: &workspace)
    var comparison = Comparison()

    findings.contours = nil
    comparison.take(findings, recording)

    #expect(comparison.faults == ["svd_0001_a_n.wav: no contours"])
  }

  @Test("a deviation beyond the tolerance is a fault")
  func deviationIsNoticed() throws {
    let recordings = try ReferenceSet.recordings(of: [.fixtures], for: .praat6Autocorrelation)
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
