// The bytes of a WAV file, one by one.

import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct WAVEncoderTests {
  @Test func `a 16-bit mono file has these bytes`() {
    let signal = Signal(samples: [0, 0.5, -0.5], sampleRate: 8_000)

    let expected: [UInt8] =
      Array("RIFF".utf8) + [42, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0]
      + [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
      + Array("data".utf8) + [6, 0, 0, 0, 0, 0, 0, 0x40, 0, 0xC0]
    #expect(WAVEncoder.pcm16(signal) == expected)
  }

  @Test func `a float file has a fact chunk with the number of frames`() {
    let bytes = WAVEncoder.encode([[1], [-1]], sampleRate: 8_000, encoding: .float32)

    let expected: [UInt8] =
      Array("RIFF".utf8) + [58, 0, 0, 0] + Array("WAVEfmt ".utf8) + [18, 0, 0, 0]
      + [3, 0, 2, 0, 0x40, 0x1F, 0, 0, 0, 0xFA, 0, 0, 8, 0, 32, 0, 0, 0]
      + Array("fact".utf8) + [4, 0, 0, 0, 1, 0, 0, 0]
      + Array("data".utf8) + [8, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0x80, 0xBF]
    #expect(bytes == expected)
  }

  @Test(
    arguments: [
      (SampleEncoding.pcm8, [0xC0]),
      (.pcm16, [0, 0x40]),
      (.pcm24, [0, 0, 0x40]),
      (.pcm32, [0, 0, 0, 0x40]),
      (.float32, [0, 0, 0, 0x3F]),
      (.float64, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]),
    ] as [(SampleEncoding, [UInt8])])
  func `half of full scale in every encoding`(encoding: SampleEncoding, expected: [UInt8]) {
    #expect(lastFrame(of: 0.5, encoding, byteCount: expected.count) == expected)
  }

  @Test(
    arguments: [
      (SampleEncoding.pcm8, [0xFF]),
      (.pcm16, [0xFF, 0x7F]),
      (.pcm24, [0xFF, 0xFF, 0x7F]),
      (.pcm32, [0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(SampleEncoding, [UInt8])])
  func `integers clamp above full scale`(encoding: SampleEncoding, expected: [UInt8]) {
    #expect(lastFrame(of: 1.5, encoding, byteCount: expected.count) == expected)
  }

  @Test(
    arguments: [
      (SampleEncoding.pcm8, [0]),
      (.pcm16, [0, 0x80]),
      (.pcm24, [0, 0, 0x80]),
      (.pcm32, [0, 0, 0, 0x80]),
    ] as [(SampleEncoding, [UInt8])])
  func `integers clamp below full scale`(encoding: SampleEncoding, expected: [UInt8]) {
    #expect(lastFrame(of: -1.5, encoding, byteCount: expected.count) == expected)
  }

  @Test(
    arguments: [
      (SampleEncoding.pcm8, 128, [129]),
      (.pcm16, 32_768, [1, 0]),
      (.pcm24, 8_388_608, [1, 0, 0]),
      (.pcm32, 2_147_483_648, [1, 0, 0, 0]),
    ] as [(SampleEncoding, Double, [UInt8])])
  func `one step is one over the full scale, rounded to nearest`(
    encoding: SampleEncoding, fullScale: Double, lowestStep: [UInt8]
  ) {
    let byteCount = lowestStep.count

    #expect(lastFrame(of: 0.51 / fullScale, encoding, byteCount: byteCount) == lowestStep)
    #expect(lastFrame(of: 1.49 / fullScale, encoding, byteCount: byteCount) == lowestStep)
    #expect(lastFrame(of: 0.49 / fullScale, encoding, byteCount: byteCount) != lowestStep)
  }

  @Test func `16 bits bring a voice back within half a step`() throws {
    let signal = SyntheticVoice(vowel: .a, duration: 0.2).synthesize().signal

    let data = WAVEncoder.pcm16(signal).dropFirst(44)
    let decoded = signal.samples.indices.map { index in
      Double(Int16(bitPattern: UInt16(data[44 + 2 * index]) | UInt16(data[45 + 2 * index]) << 8))
        / 32_768
    }
    let errors = zip(decoded, signal.samples).map { abs($0 - $1) }

    #expect(data.count == 2 * signal.samples.count)
    #expect(try #require(errors.max()) <= 0.5 / 32_768)
    #expect(try #require(errors.max()) > 0.25 / 32_768)
  }

  @Test func `channels are interleaved frame by frame`() {
    let bytes = WAVEncoder.encode(
      [[0, 0.5], [-0.5, -1]], sampleRate: 8_000, encoding: .pcm16)

    #expect(bytes.suffix(8) == [0, 0, 0, 0xC0, 0, 0x40, 0, 0x80])
  }

  @Test func `an odd number of bytes is padded but not counted`() {
    let bytes = WAVEncoder.encode([[0, 0, 0]], sampleRate: 8_000, encoding: .pcm8)

    #expect(bytes.count == 48)
    #expect(bytes[4] == 40)
    #expect(bytes[40] == 3)
    #expect(bytes.suffix(4) == [128, 128, 128, 0])
  }

  // Two frames, so that no size is odd and padded.
  private func lastFrame(
    of value: Double, _ encoding: SampleEncoding, byteCount: Int
  ) -> [UInt8] {
    let bytes = WAVEncoder.encode([[0, value]], sampleRate: 8_000, encoding: encoding)
    return Array(bytes.suffix(byteCount))
  }
}
