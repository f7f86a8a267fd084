import Testing
import VoiceTypes
import WAVIngest

@Suite struct ChunkTests {
  private let format = chunk("fmt ", TestWAV().format)
  private let data = chunk("data", pcm16([5, 6]))
  private let expected = [5.0 / 32768, 6.0 / 32768]

  @Test func `unknown chunks of odd length are stepped over with their padding`() {
    let odd = chunk("abcd", [1, 2, 3])

    #expect(read(riff([odd, format, odd, data, odd])).samples == expected)
  }

  @Test func `a missing padding byte is noticed in front of the audio`() {
    let unpadded = Array(chunk("abcd", [1, 2, 3]).dropLast())

    #expect(read(riff([format, unpadded, data])).samples == expected)
  }

  @Test func `the format may come after the audio`() {
    #expect(read(riff([data, format])).samples == expected)
  }

  @Test func `of two data chunks the first is measured`() {
    #expect(read(riff([format, data, chunk("data", pcm16([9, 9, 9]))])).samples == expected)
  }

  @Test func `a chunk that ends after the file is named`() {
    let outcome = read(riff([format, chunk("LIST", [1, 2], size: 0xFFFF_FFFE)]))

    #expect(
      outcome.error
        == .truncated(.chunk(id: "LIST", promisedBytes: 0xFFFF_FFFE, presentBytes: 2)))
  }

  @Test func `a broken chunk after the audio does not matter`() {
    let broken = chunk("LIST", [1, 2], size: 0xFFFF_FFFE)

    #expect(read(riff([format, data, broken])).samples == expected)
  }

  @Test func `a format chunk of 14 bytes is refused with what it needs`() {
    let outcome = read(riff([chunk("fmt ", TestWAV().format.dropLast(2)), data]))

    #expect(outcome.error == .notAWAV(.shortFormatChunk(bytes: 14, needed: 16)))
  }

  @Test func `a block size that contradicts channels and bits is refused`() {
    var fields = TestWAV(channels: 2).format
    fields[12] = 3

    let outcome = read(riff([chunk("fmt ", fields), data]))

    #expect(outcome.error == .notAWAV(.inconsistentBlock(bytes: 3, channels: 2, bits: 16)))
    #expect(outcome.facts.channels == 2)
    #expect(outcome.facts.sampleRate == 16_000)
  }

  @Test func `rates above 192 kHz are refused and 192 kHz is not`() {
    let audio = pcm16([1, 2])

    let fastest = read(TestWAV(rate: 192_000, payload: audio).file)
    let faster = read(TestWAV(rate: 192_001, payload: audio).file)

    #expect(fastest.code == "complete")
    #expect(faster.error == .sampleRateTooHigh(192_001))
  }

  @Test func `values that are not numbers are counted and located`() {
    let samples: [Float] = [0, 0, .nan, 0, .infinity]
    let payload = samples.flatMap { bytes($0.bitPattern) }

    let outcome = read(TestWAV(tag: 3, rate: 1, bits: 32, payload: payload).file)

    #expect(outcome.error == .nonFiniteSamples(count: 2, first: 2))
  }

  @Test(arguments: [(7, "mu-law"), (6, "A-law"), (0x55, "MP3"), (0x1234, "0x1234")])
  func `an encoding that is not read is named`(tag: UInt16, name: String) {
    let outcome = read(TestWAV(tag: tag, bits: 8, payload: [1, 2]).file)

    #expect(outcome.code == "unsupported_encoding")
    #expect(outcome.error?.refusal.message.contains(name) == true)
  }
}
