// The glottal-to-noise excitation ratio of every recording compared with both versions of Praat.

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

  @Test(arguments: GNEVersion.allCases)
  func `the GNE of the repository's recordings equals Praat's`(version: GNEVersion) throws {
    #expect(try Self.compare(GNEReference.fixtures(version), version) == GNEReference.fixtureCount)
  }

  @Test(
    .enabled(
      if: GNEReference.hasCollection,
      "\(GNEReference.collectionCount) ratios are not compared: shared/voices is absent"),
    arguments: GNEVersion.allCases)
  func `the GNE of the larger collection equals Praat's`(version: GNEVersion) throws {
    let compared = try Self.compare(GNEReference.collection(version), version)

    #expect(compared == GNEReference.collectionCount)
  }

  /// Expects the ratios of recordings within the tolerance, and returns their number.
  private static func compare(
    _ recordings: [(path: String, ratio: Double)], _ version: GNEVersion
  ) throws -> Int {
    var (worst, worstConstant) = (WorstDeviation(), WorstDeviation())
    var workspace = AnalysisWorkspace()
    var compared = 0

    for (path, praat) in recordings {
      let signal = try WAVReader.read(.path(path)).result.get().signal
      let found = GlottalToNoiseExcitation.ratio(
        of: signal, frames: version.frames, sincWindow: version.window, workspace: &workspace)
      let number = try #require(found.number, "\(path)")
      compared += 1
      if Self.hasConstantStretch(signal) {
        worstConstant.noteRelative(number, to: praat, at: path)
      } else {
        worst.noteRelative(number, to: praat, at: path)
      }
    }

    print("GNE, Praat \(version.rawValue), \(compared) recordings: \(worst.value), \(worst.place)")
    print("GNE, with identical samples: \(worstConstant.value), \(worstConstant.place)")
    #expect(worst.value <= tolerance)
    #expect(worstConstant.value <= constantTolerance)
    return compared
  }
}

/// A Praat whose ratios are known.
enum GNEVersion: String, CaseIterable, Sendable {
  case praat6 = "6.1.38"
  case praat7 = "7.0.02"

  var frames: PredictionFrames { self == .praat6 ? .praat6_1 : .praat7_0 }

  var window: SincWindow { self == .praat6 ? .reachingPastEdge : .fixedHalfWidth }
}

/// Praat's ratios, by recording.
private enum GNEReference {
  /// Ratios of the repository's recordings, and of the larger collection.
  static let fixtureCount = 14
  static let collectionCount = 227

  private static let shared = Repository.root.deletingLastPathComponent()
    .appendingPathComponent("shared/voices")

  static var hasCollection: Bool {
    GNEVersion.allCases.allSatisfy { FileManager.default.fileExists(atPath: file(of: $0).path) }
  }

  private static func file(of version: GNEVersion) -> URL {
    shared.appendingPathComponent("gne_reference_\(version.rawValue).jsonl")
  }

  static func fixtures(_ version: GNEVersion) throws -> [(path: String, ratio: Double)] {
    try ratios(
      Repository.fixtures.appendingPathComponent("praat/gne_\(version.rawValue).jsonl"),
      in: [Repository.fixtures.appendingPathComponent("voices")])
  }

  static func collection(_ version: GNEVersion) throws -> [(path: String, ratio: Double)] {
    try ratios(file(of: version), in: [shared.appendingPathComponent("more"), shared])
  }

  /// The ratios of a file, each with the recording in the first of `folders` that has it.
  private static func ratios(
    _ file: URL, in folders: [URL]
  ) throws -> [(path: String, ratio: Double)] {
    try JSONRecord.file(file).sorted { $0.key < $1.key }.compactMap { name, record in
      let paths = folders.map { $0.appendingPathComponent(name).path }
      let path = paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths[0]
      return record.number("gne_max").map { (path, $0) }
    }
  }
}
