// The glottal-to-noise excitation ratio of every recording, held against both Praats.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoiceTypes
import WAVIngest

// Praat forms its sums in another order and rounds them twice.
private let tolerance = 1e-9

// Where 60 ms of identical samples stand, the prediction of a frame is decided by rounding: noise of
// 1e-17 on the samples moves the ratio of Praat by 1e-5.
private let constantTolerance = 1e-4
private let constantSeconds = 0.06

@Suite struct GNEConformanceTests {
  private static func hasConstantStretch(_ signal: Signal) -> Bool {
    let longest = Int(constantSeconds * signal.sampleRate.value)
    var run = 1
    for (sample, before) in zip(signal.samples.dropFirst(), signal.samples) {
      run = sample == before ? run + 1 : 1
      if run >= longest { return true }
    }
    return false
  }

  @Test(arguments: [
    ("6.1.38", PredictionFrames.praat6_1, SincWindow.reachingPastEdge),
    ("7.0.02", .praat7_0, .fixedHalfWidth),
  ])
  func `the ratio of every recording is Praat's`(
    version: String, frames: PredictionFrames, window: SincWindow
  ) throws {
    var (worst, worstConstant) = (WorstDeviation(), WorstDeviation())
    var workspace = AnalysisWorkspace()
    var compared = 0

    for (path, praat) in try GNEReference.all(version) {
      let signal = try WAVReader.read(.path(path)).result.get().signal
      let found = GlottalToNoiseExcitation.ratio(
        of: signal, frames: frames, sincWindow: window, workspace: &workspace)
      let number = try #require(found.number, "\(path)")
      compared += 1
      if Self.hasConstantStretch(signal) {
        worstConstant.noteRelative(number, to: praat, at: path)
      } else {
        worst.noteRelative(number, to: praat, at: path)
      }
    }

    print("GNE, Praat \(version), \(compared) recordings: \(worst.value), \(worst.place)")
    print("GNE, with identical samples: \(worstConstant.value), \(worstConstant.place)")
    #expect(compared >= 14)
    #expect(worst.value <= tolerance)
    #expect(worstConstant.value <= constantTolerance)
  }
}

/// Praat's ratios, by recording.
private enum GNEReference {
  static func all(_ version: String) throws -> [(path: String, ratio: Double)] {
    let shared = Repository.root.deletingLastPathComponent().appendingPathComponent("shared/voices")
    let sets = [
      (shared, shared.appendingPathComponent("gne_reference_\(version).jsonl")),
      (
        Repository.fixtures.appendingPathComponent("voices"),
        Repository.fixtures.appendingPathComponent("praat/gne_\(version).jsonl")
      ),
    ]
    var found: [String: (path: String, ratio: Double)] = [:]
    for (folder, file) in sets where FileManager.default.fileExists(atPath: file.path) {
      for (name, record) in try JSONRecord.file(file) {
        let inMore = folder.appendingPathComponent("more").appendingPathComponent(name)
        let path =
          FileManager.default.fileExists(atPath: inMore.path)
          ? inMore.path : folder.appendingPathComponent(name).path
        found[name] = record.number("gne_max").map { (path, $0) }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}
