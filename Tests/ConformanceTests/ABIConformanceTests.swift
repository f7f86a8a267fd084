// The Acoustic Breathiness Index and its parts compared with Praat 6.1.38.

import DSPCore
import TestSupport
import Testing
import VoiceTypes

// Both programs resample and filter through a transform, which rounds in another order.
private let sampleTolerance = 1e-12

// Relative to the value in the window; a hundredth of the tolerance of the index.
private let windowTolerance = 1e-8

// The required tolerance.
private let indexTolerance = 1e-6

@Suite struct ABIConformanceTests {
  private static func concatenation(_ reference: ABIReference) throws -> ConcatenatedVoice {
    var workspace = AnalysisWorkspace()
    return try ConcatenatedVoice(
      speech: reference.voice(reference.speech), vowel: reference.voice(reference.vowel),
      for: .abi, workspace: &workspace)
  }

  @Test func `the concatenated sound equals Praat's`() throws {
    var worst = WorstDeviation()
    let references = try ABIReference.all()

    #expect(references.count == 15)
    for reference in references {
      let chain = try Self.concatenation(reference)
      #expect(chain.windows.kept.map(\.index) == reference.kept, "\(reference.name)")
      try #require(chain.signal.samples.count == reference.chain.samples, "\(reference.name)")
      let step = reference.chain.probeStep
      for (number, expected) in reference.chain.probes.enumerated() {
        worst.note(abs(chain.signal.samples[step * number] - expected), at: reference.name)
      }
    }

    print("ABI, concatenated samples: \(worst.value) of full scale, \(worst.place)")
    #expect(worst.value <= sampleTolerance)
  }

  @Test func `F0, Hfno, HNR-D and H1-H2 of every window equal Praat's`() throws {
    var worst = WorstDeviation()

    for reference in try ABIReference.all() {
      var workspace = AnalysisWorkspace()
      let found = BreathinessWindow.all(
        of: try Self.concatenation(reference).signal, workspace: &workspace)
      try #require(found.count == reference.windows.count, "\(reference.name)")
      for (index, (window, expected)) in zip(found, reference.windows).enumerated() {
        let values = [
          window.highFrequencyNoise, window.harmonicsToNoise, window.firstHarmonics,
          window.f0.value,
        ]
        for (value, expected) in zip(values, expected) {
          #expect((value == nil) == (expected == nil), "\(reference.name), \(index)")
          guard let value, let expected else { continue }
          worst.noteRelative(value, to: expected, at: "\(reference.name), \(index)")
        }
      }
    }

    print("ABI, windows: \(worst.value), \(worst.place)")
    #expect(worst.value <= windowTolerance)
  }

  @Test func `the nine parts and the index equal Praat's`() throws {
    var worst = WorstDeviation()
    let abi = ConcatenatedIndex.abi

    for reference in try ABIReference.all() {
      var workspace = AnalysisWorkspace()
      let found = abi.parts(
        of: try Self.concatenation(reference).signal, workspace: &workspace)
      func note(_ value: Double?, _ key: String, weight: Double) throws {
        let expected = try #require(reference.measures[key], "\(key)")
        let place = "\(reference.name), \(key)"
        #expect((value == nil) == (expected == nil), "\(place)")
        guard let value, let expected else { return }
        worst.note(((value - expected) * weight).magnitude, at: place)
      }
      // Parts by their effect on the index.
      for part in abi.parts {
        let weight = try #require(abi.weights[part])
        try note(
          found[part]?.number, part.rawValue, weight: weight * abi.factor)
      }
      try note(abi.value(of: found).number, "abi", weight: 1)
    }

    print("ABI: \(worst.value), \(worst.place)")
    #expect(worst.value <= indexTolerance)
  }
}
