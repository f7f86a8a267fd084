// Praat's concatenations and their six measures, from the script in the same folder.

import Foundation
import TestSupport
import VoiceTypes
import WAVIngest

/// Praat's results for one recording of speech and one vowel.
struct AVQIReference: Decodable, Sendable {
  /// The concatenated sound: its length, and samples at a fixed step.
  struct Chain: Decodable, Sendable {
    enum CodingKeys: String, CodingKey {
      case samples, probes
      case probeStep = "probe_step"
    }

    let samples: Int
    let probeStep: Int
    let probes: [Double]
  }

  enum CodingKeys: String, CodingKey {
    case speech, vowel, sounding, windows, kept, chain, measures, file
    case crossings = "zero_crossings"
    case fileMeasures = "file_measures"
  }

  let speech: String
  let vowel: String
  let sounding: [[Double]]
  let windows: Int
  let kept: [Int]
  let crossings: [Double?]
  let chain: Chain
  let measures: [String: Double]

  /// The concatenated sound as a file, and Praat's measures of that file.
  let file: String?
  let fileMeasures: [String: Double]?

  var name: String { "\(speech) + \(vowel)" }

  private static let folder = Repository.fixtures.appendingPathComponent("praat")

  static func all() throws -> [AVQIReference] {
    let file = folder.appendingPathComponent("avqi_6.1.38.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map {
      try JSONDecoder().decode(AVQIReference.self, from: Data($0.utf8))
    }
  }

  static func voice(_ name: String) throws -> Signal {
    try signal(Repository.fixtures.appendingPathComponent("voices").appendingPathComponent(name))
  }

  static func chainFile(_ name: String) throws -> Signal {
    try signal(folder.appendingPathComponent(name))
  }

  private static func signal(_ file: URL) throws -> Signal {
    try WAVReader.read(.path(file.path)).result.get().signal
  }
}
