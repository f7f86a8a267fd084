import Foundation
import Testing
import VoiceMath
import VoiceTypes
import WAVIngest

@Suite struct MutationTests {
  private static let mutatedBytes = 64
  private static let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]

  private static func bases() -> [[UInt8]] {
    let names = [
      "pcm16_riff_mono.wav", "pcm8_riff_mono.wav", "pcm24_riff_stereo.wav",
      "float32_extensible_mono.wav", "float64_riff_mono.wav", "pcm16_rf64_mono.wav",
      "pcm16_w64_mono.wav", "pcm16_rifx_mono.wav",
    ]
    return names.compactMap { name in
      let path = Fixtures.encodings.appending(path: name).path
      return try? InputBytes.read(path: path)
    }
  }

  private static func mutate(_ bytes: [UInt8], with random: inout SplitMix64) -> [UInt8] {
    var mutated = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let index = Int.random(in: 0..<mutatedBytes, using: &random)
      mutated[index] =
        Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random)
        : values.randomElement(using: &random)!
    }
    // One in four is also cut off somewhere.
    guard Int.random(in: 0..<4, using: &random) == 0 else { return mutated }
    return Array(mutated.prefix(Int.random(in: 0...mutated.count, using: &random)))
  }

  private static func isSound(_ outcome: IngestOutcome) -> Bool {
    switch outcome.result {
    case .success(let recording):
      let values = RecordingQuality.firstChecks(of: recording).compactMap(\.value)
      return !recording.signal.samples.isEmpty && recording.signal.samples.allSatisfy(\.isFinite)
        && values.allSatisfy(\.isFinite) && recording.missing <= 0.1
    case .failure(let error):
      return !error.refusal.message.isEmpty && !error.refusal.advice.isEmpty
    }
  }

  @Test func `10 000 mutated headers give samples or a refusal`() {
    var random = SplitMix64(seed: 2_026)
    let bases = Self.bases()
    var measured = 0
    var unsound = 0

    for round in 0..<10_000 {
      let outcome = read(Self.mutate(bases[round % bases.count], with: &random))
      measured += outcome.error == nil ? 1 : 0
      unsound += Self.isSound(outcome) ? 0 : 1
    }

    #expect(bases.count == 8)
    #expect(unsound == 0)
    // Neither all nor none: the mutations reach both the decoder and the refusals.
    #expect((500...9_500).contains(measured))
  }

  @Test func `a file truncated in its header gives samples or a refusal`() {
    for base in Self.bases() {
      for length in 0...200 {
        #expect(Self.isSound(read(Array(base.prefix(length)))))
      }
    }
  }
}
