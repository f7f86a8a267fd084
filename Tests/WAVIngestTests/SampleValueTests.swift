import Testing
import VoiceTypes
import WAVIngest

@Suite struct SampleValueTests {
  @Test func `8-bit samples are offset by 128 and divided by 128`() {
    let outcome = read(TestWAV(bits: 8, payload: [0, 1, 127, 128, 129, 255]).file)

    let expected: [Double] = [-128, -127, -1, 0, 1, 127]
    #expect(outcome.samples == expected.map { $0 / 128 })
    #expect(outcome.facts.encoding == .pcm8)
  }

  @Test func `16-bit samples are divided by 32768`() {
    let outcome = read(TestWAV(payload: pcm16([.min, -1, 0, 1, .max])).file)

    let expected: [Double] = [-32_768, -1, 0, 1, 32_767]
    #expect(outcome.samples == expected.map { $0 / 32_768 })
    #expect(outcome.facts.encoding == .pcm16)
  }

  @Test func `24-bit samples are divided by 2 to the 23rd`() {
    let payload: [UInt8] = [0, 0, 0x80, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0xFF, 0xFF, 0x7F]

    let outcome = read(TestWAV(bits: 24, payload: payload).file)

    let expected: [Double] = [-8_388_608, -1, 1, 8_388_607]
    #expect(outcome.samples == expected.map { $0 / 8_388_608 })
    #expect(outcome.facts.encoding == .pcm24)
  }

  @Test func `32-bit samples are divided by 2 to the 31st`() {
    let samples: [Int32] = [.min, -1, 0, 1, .max]

    let outcome = read(TestWAV(bits: 32, payload: samples.flatMap(bytes)).file)

    let expected: [Double] = [-2_147_483_648, -1, 0, 1, 2_147_483_647]
    #expect(outcome.samples == expected.map { $0 / 2_147_483_648 })
    #expect(outcome.facts.encoding == .pcm32)
  }

  @Test func `32-bit floats are read unchanged, also beyond full scale`() {
    let samples: [Float] = [-1, 0.1, 1, 3.5, 1e30, 0x1p-140]

    let outcome = read(
      TestWAV(tag: 3, bits: 32, payload: samples.flatMap { bytes($0.bitPattern) }).file)

    #expect(outcome.samples == samples.map(Double.init))
    #expect(outcome.facts.encoding == .float32)
  }

  @Test func `64-bit floats are read unchanged, also beyond full scale`() {
    let samples = [-1, 0.1, 1, 3.5, 1e300, 0x1p-1074]

    let outcome = read(
      TestWAV(tag: 3, bits: 64, payload: samples.flatMap { bytes($0.bitPattern) }).file)

    #expect(outcome.samples == samples)
    #expect(outcome.facts.encoding == .float64)
  }

  @Test func `the first of two channels is measured`() {
    let outcome = read(TestWAV(channels: 2, payload: pcm16([1, -100, 2, -200, 3, -300])).file)

    let expected: [Double] = [1, 2, 3]
    #expect(outcome.samples == expected.map { $0 / 32_768 })
    #expect(outcome.facts.channels == 2)
  }

  @Test func `more samples than one block are decoded in order`() {
    let samples = (0..<200_000).map { Int16(truncatingIfNeeded: $0 * 7) }

    let outcome = read(TestWAV(payload: pcm16(samples)).file)

    #expect(outcome.samples == samples.map { Double($0) / 32768 })
  }

  @Test func `a padded extensible file states its valid bits`() throws {
    let guid: [UInt8] = [
      1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
    ]
    let plain = TestWAV(tag: 0xFFFE, bits: 32)
    let format = plain.format + bytes(UInt16(22)) + bytes(UInt16(24)) + bytes(UInt32(4)) + guid

    let outcome = read(riff([chunk("fmt ", format), chunk("data", bytes(Int32.min))]))

    #expect(outcome.samples == [-1])
    #expect(try outcome.result.get().bitsPerSample == 24)
  }
}
