// The recordings with numbers of Praat: those of the repository, and the larger collection next to
// the checkout if present.

import Foundation
import TestSupport
import Testing
import VoiceTypes

/// A recording with Praat's numbers.
struct ReferenceRecording: Sendable {
  let path: String
  let name: String
  let praat: PraatNumbers
  let contour: PraatContour?
}

/// Which Praat, and which of its pitch methods.
enum Reference: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case praat6Autocorrelation = "Praat 6.1.38, raw autocorrelation"
  case praat6CrossCorrelation = "Praat 6.1.38, raw cross-correlation"
  case praat63Autocorrelation = "Praat 6.3.07, raw autocorrelation"
  case praat64Autocorrelation = "Praat 6.4.27, raw autocorrelation"
  case praat7Autocorrelation = "Praat 7.0.02, raw autocorrelation"

  /// References of the larger collection.
  static let ofCollection: [Reference] = [
    .praat6Autocorrelation, .praat6CrossCorrelation, .praat7Autocorrelation,
  ]

  var testDescription: String { rawValue }

  var method: PitchMethod {
    self == .praat6CrossCorrelation ? .crossCorrelation : .autocorrelation
  }

  var version: PraatVersion {
    switch self {
    case .praat6Autocorrelation, .praat6CrossCorrelation: .v6_1
    case .praat63Autocorrelation: .v6_3
    case .praat64Autocorrelation: .v6_4
    case .praat7Autocorrelation: .v7_0
    }
  }

  fileprivate func numbers(_ record: JSONRecord) -> PraatNumbers? {
    version == .v6_1
      ? PraatNumbers(parselmouth: record, method: method) : PraatNumbers(script: record)
  }
}

/// The number of compared values.
struct ComparedCounts: Equatable, Sendable {
  var recordings = 0
  /// Frames of the F0 contour.
  var frames = 0
  var pulses = 0
}

extension Reference {
  /// The recordings of the repository with the counts of their contours, which 6.1.38 alone has.
  var countsOfFixtures: ComparedCounts {
    switch self {
    case .praat6Autocorrelation: ComparedCounts(recordings: 38, frames: 12_151, pulses: 13_516)
    case .praat6CrossCorrelation: ComparedCounts(recordings: 38, frames: 36_573, pulses: 13_539)
    case .praat63Autocorrelation, .praat64Autocorrelation, .praat7Autocorrelation:
      ComparedCounts(recordings: 38)
    }
  }
}

/// Folders of recordings with the files that hold Praat's numbers of them.
struct ReferenceSet {
  private let recordings: URL
  private let numbers: [PraatVersion: URL]
  private let contours: [URL]

  /// The repository's own.
  static let fixtures = ReferenceSet(
    recordings: Repository.fixtures.appendingPathComponent("voices"),
    numbers: [
      .v6_1: praatFile("praat_6.1.38.jsonl"), .v6_3: praatFile("praat_6.3.07.jsonl"),
      .v6_4: praatFile("praat_6.4.27.jsonl"), .v7_0: praatFile("praat_7.0.02.jsonl"),
    ],
    contours: [praatFile("contours_6.1.38.jsonl")])

  /// The recordings of the larger collection that are compared with either version of Praat.
  static let recordingsOfCollection = 159

  /// The larger collection `shared/voices` next to the checkout; empty without it.
  static let collection: [ReferenceSet] = {
    let base = Repository.root.deletingLastPathComponent().appendingPathComponent("shared/voices")
    return [base, base.appendingPathComponent("more")].compactMap { folder in
      let praat6 = folder.appendingPathComponent("praat_reference.jsonl")
      guard FileManager.default.fileExists(atPath: praat6.path) else { return nil }
      let contours = folder.appendingPathComponent("praat_contours_6.1.38.jsonl")
      let hasContours = FileManager.default.fileExists(atPath: contours.path)
      return ReferenceSet(
        recordings: folder,
        numbers: [
          .v6_1: praat6, .v7_0: folder.appendingPathComponent("praat_reference_7.0.02.jsonl"),
        ],
        contours: hasContours ? [contours] : [])
    }
  }()

  /// The recordings of some sets, each once, in the order of their names.
  static func recordings(
    of sets: [ReferenceSet], for reference: Reference
  ) throws -> [ReferenceRecording] {
    var byName: [String: ReferenceRecording] = [:]
    for set in sets {
      for recording in try set.recordings(for: reference) { byName[recording.name] = recording }
    }
    return byName.values.sorted { $0.name < $1.name }
  }

  private func recordings(for reference: Reference) throws -> [ReferenceRecording] {
    let contours = try reference.version == .v6_1 ? records(contours) : [:]
    let files = [numbers[reference.version]].compactMap { $0 }
    return try records(files).compactMap { name, record in
      // Electroglottograms are no sounds of a voice.
      guard !name.hasSuffix("_egg.wav"), let praat = reference.numbers(record) else { return nil }
      return ReferenceRecording(
        path: recordings.appendingPathComponent(name).path, name: name, praat: praat,
        contour: contours[name].flatMap { PraatContour($0, method: reference.method) })
    }
  }

  private func records(_ files: [URL]) throws -> [String: JSONRecord] {
    try files.reduce(into: [:]) { all, file in
      all.merge(try JSONRecord.file(file)) { first, _ in first }
    }
  }

  private static func praatFile(_ name: String) -> URL {
    Repository.fixtures.appendingPathComponent("praat").appendingPathComponent(name)
  }
}
