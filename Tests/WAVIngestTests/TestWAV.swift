// Bytes of WAV files for tests, written out by hand: no encoder to trust.

import VoiceTypes
import WAVIngest

/// A RIFF file of any format and payload.
struct TestWAV {
  var tag: UInt16 = 1
  var channels: UInt16 = 1
  var rate: UInt32 = 16_000
  var bits: UInt16 = 16
  var payload: [UInt8] = []
  var promisedBytes: UInt32?

  var blockBytes: UInt16 { channels * bits / 8 }

  var format: [UInt8] {
    bytes(tag) + bytes(channels) + bytes(rate) + bytes(rate * UInt32(blockBytes))
      + bytes(blockBytes) + bytes(bits)
  }

  var file: [UInt8] {
    riff([
      chunk("fmt ", format), chunk("data", payload, size: promisedBytes),
    ])
  }
}

func riff(_ chunks: [[UInt8]], name: String = "RIFF") -> [UInt8] {
  let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
  return Array(name.utf8) + bytes(UInt32(body.count)) + body
}

func chunk(_ id: String, _ payload: [UInt8], size: UInt32? = nil) -> [UInt8] {
  let padding: [UInt8] = payload.count.isMultiple(of: 2) ? [] : [0]
  return Array(id.utf8) + bytes(size ?? UInt32(payload.count)) + payload + padding
}

/// The bytes of an integer, least significant first.
func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// 16-bit samples as bytes.
func pcm16(_ samples: [Int16]) -> [UInt8] { samples.flatMap(bytes) }

func read(_ bytes: [UInt8]) -> IngestOutcome { WAVReader.read(.bytes(bytes, name: "test.wav")) }

extension IngestOutcome {
  /// The samples of the recording, or nil for a refused one.
  var samples: [Double]? { try? result.get().signal.samples }

  /// The error of a refused recording.
  var error: IngestError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The contract's code, or `complete`.
  var code: String { error?.refusal.code.rawValue ?? "complete" }
}

extension [QualityCheck] {
  subscript(id: String) -> QualityCheck { first { $0.id == id }! }
}
