// The recordings: synthetic voices of five durations and real ones from the fixtures.

import BenchmarkRecords
import FoundationEssentials
import VoiceSynthesis
import VoiceTypes

/// Sources of recordings.
enum Inputs {
  /// Durations of the synthetic voice, in seconds.
  static let durations = [1.0, 3, 10, 60, 600]

  /// Recorded voices: a telephone in a room, and a laboratory.
  static let fixtures = ["coswara_21_a.wav", "svd_0001_a_n.wav"]

  /// The bytes of the synthetic voice: /a/ at 120 Hz with jitter, shimmer and noise, 44.1 kHz.
  static func voice(seconds: Double) -> [UInt8] {
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: Seconds(seconds)).with {
      $0.jitterPercent = 0.5
      $0.shimmerPercent = 3
      $0.hnr = 20
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }

  /// The bytes of a file.
  static func file(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError("\(path) cannot be read; run this from the top of the repository")
    }
    return Array(data)
  }
}

/// A folder for the recordings of a run; removed with its owner.
final class ScratchFolder {
  /// The path.
  let path: String

  /// A new folder.
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = "\(path)/\(name)"
    guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
      throw BenchError("\(file) cannot be written")
    }
    return file
  }
}
