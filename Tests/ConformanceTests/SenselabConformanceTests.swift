// The features of senselab 1.3 of the repository's recordings. Praat keeps the duration of a resampled sound; here it is
// a whole number of samples. So frames are at the same times only in recordings of whole samples at 16 kHz.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoiceTypes
import WAVIngest

@Suite struct SenselabConformanceTests {
  @Test func `the features of the repository's recordings equal those of senselab`() throws {
    let file = Repository.fixtures.appendingPathComponent("praat/senselab_1.3.jsonl")
    var workspace = AnalysisWorkspace()
    var worst: [String: WorstDeviation] = [:]
    var compared = 0

    for (name, record) in try JSONRecord.file(file).sorted(by: { $0.key < $1.key }) {
      let path = Repository.fixtures.appendingPathComponent("voices/\(name)").path
      let signal = try WAVReader.read(.path(path)).result.get().signal
      let samples = 16_000 * signal.duration.value
      let hasEqualFrames = abs(samples - samples.rounded()) < 1e-9
      for feature in SenselabFeatures(of: signal, workspace: &workspace).features {
        guard feature.name != "duration",
          hasEqualFrames || Self.tolerance(of: feature.name) == Self.ofPulses
        else { continue }
        let expected = record.number(feature.name)
        #expect((feature.value.number == nil) == (expected == nil), "\(name): \(feature.name)")
        guard let found = feature.value.number, let expected else { continue }
        worst[feature.name, default: WorstDeviation()].noteRelative(found, to: expected, at: name)
        compared += 1
      }
    }

    #expect(worst.count == 34)
    #expect(compared == 640)
    for (name, deviation) in worst {
      #expect(deviation.value <= Self.tolerance(of: name), "\(name), \(deviation.place)")
    }
  }

  @Test func `pulses at most 20 ms apart are one voiced interval, extended by 50 ms`() {
    let found = SenselabFeatures.intervals(of: [0.01, 0.02, 0.3, 0.31, 0.35], duration: 0.38)

    let edges = found.flatMap { [$0.start, $0.end] }
    #expect(edges.count == 6)
    for (edge, expected) in zip(edges, [0, 0.07, 0.25, 0.36, 0.36, 0.38]) {
      #expect(abs(edge - expected) < 1e-12)
    }
  }

  /// Features of pulses and of single periods.
  private static let ofPulses = 1e-11

  /// The relative tolerance of a feature.
  private static func tolerance(of name: String) -> Double {
    switch name {
    case "spectral_slope", "spectral_tilt": ofPulses
    case "cepstral_peak_prominence_mean": 0.01
    // Short intervals differ most: Praat's part of a sound begins between two samples.
    case "cepstral_peak_prominence_std": 0.15
    case "mean_intensity_db": 1e-6
    // Frames of digital silence have the level of the rounding.
    case "std_intensity_db": 1e-3
    case "range_ratio_intensity_db": 0.1
    case _ where name.hasSuffix("jitter") || name.hasSuffix("shimmer"): ofPulses
    default: 1e-8
    }
  }
}
