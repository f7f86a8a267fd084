// Praat's Acoustic Breathiness Index, from the script in the same folder.

import Foundation
import TestSupport
import VoiceTypes

/// Praat's results for one recording of speech and one vowel.
struct ABIReference: Decodable, Sendable {
  let speech: String
  let vowel: String
  let change: String?
  let kept: [Int]
  let chain: AVQIReference.Chain
  /// Hfno, HNR-D, H1–H2 and F0 of each window.
  let windows: [[Double?]]
  let measures: [String: Double?]

  var name: String { "\(speech) + \(vowel)\(change.map { ", \($0)" } ?? "")" }

  static func all() throws -> [ABIReference] {
    let file = Repository.fixtures.appendingPathComponent("praat/abi_6.1.38.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map {
      try JSONDecoder().decode(ABIReference.self, from: Data($0.utf8))
    }
  }

  /// A recording with the change of this pair.
  func voice(_ name: String) throws -> Signal {
    let signal = try AVQIReference.voice(name)
    guard let fields = change?.split(separator: ":") else { return signal }
    let numbers = fields.dropFirst().compactMap { Double($0) }
    let rate = signal.sampleRate.value
    if fields[0] == "first" {
      let count = Int((numbers[0] * rate).rounded())
      return Signal(samples: Array(signal.samples.prefix(count)), sampleRate: signal.sampleRate)
    }
    let samples = signal.samples.enumerated().map { index, sample in
      let time = Double(index) / rate
      return time >= numbers[0] && time < numbers[1] ? sample * numbers[2] : sample
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate)
  }
}
