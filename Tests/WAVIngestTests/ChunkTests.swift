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

  @Test func `a missing padding byte before the audio is noticed`() {
    let unpadded = Array(chunk("abcd", [1, 2, 3]).dropLast())

    #expect(read(riff([format, unpadded, data])).samples == expected)
  }

  @Test func `the format may come after the audio`() {
    #expect(read(riff([data, format])).samples == expected)
  }

  @Test func `the first of two data chunks is measured`() {
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

  @Test func `a format chunk of 14 bytes is refused with the required size`() {
    let outcome = read(riff([chunk("fmt ", TestWAV().format.dropLast(2)), data]))

    #expect(outcome.error == .notAWAV(.shortFormatChunk(bytes: 14, needed: 16)))
  }

  /// A mono recording whose header states blocks of `block` bytes.
  private func file(block: UInt8, _ audio: [UInt8]? = nil) -> [UInt8] {
    var fields = TestWAV().format
    fields[12] = block
    return riff([chunk("fmt ", fields), audio ?? data])
  }

  @Test(arguments: [0, 1, 3, 4, 255] as [UInt8])
  func `a wrong block size is read as channels times bits, with a warning`(block: UInt8) throws {
    let recording = try read(file(block: block)).result.get()

    let check = RecordingQuality.firstChecks(of: recording)["channels"]
    #expect(recording.signal.samples == expected)
    #expect(check.verdict == .warn)
    #expect(check.value == 1)
    #expect(
      check.message?.hasPrefix(
        "the block size in the file header (\(block) bytes) does not match 1 channel of 16 bits.")
        == true)
  }

  @Test
  func
    `a wrong block size is refused where the length is no multiple of the right one, or unknown`()
  {
    let odd = chunk("data", [1, 2, 3])
    let stream = chunk("data", [1, 2], size: .max)
    let short = chunk("data", [1, 2], size: 4)

    for audio in [odd, stream, short] {
      let outcome = read(file(block: 4, audio))
      #expect(outcome.error == .notAWAV(.inconsistentBlock(bytes: 4, channels: 1, bits: 16)))
      #expect(outcome.facts.sampleRate == 16_000)
    }
  }

  @Test(arguments: [-8, -4, -1, 2, 4, 8])
  func `audio after a chunk of wrong length is found, with a warning`(excess: Int) throws {
    let sampler = [UInt8](repeating: 0, count: 36)
    let wrong = chunk("smpl", sampler, size: UInt32(36 - excess))
    let audio = [Int16](repeating: 5, count: 100)

    let recording = try read(riff([format, wrong, chunk("data", pcm16(audio))])).result.get()

    let check = RecordingQuality.firstChecks(of: recording)["completeness"]
    #expect(recording.signal.samples == audio.map { Double($0) / 32768 })
    #expect(check.verdict == .warn)
    #expect(check.message?.hasPrefix("the chunk \"smpl\" before the audio") == true)
  }

  @Test func `a chunk of wrong length that hides the audio is named`() {
    let wrong = chunk("smpl", [UInt8](repeating: 0xFF, count: 60), size: 32)

    let outcome = read(riff([format, wrong, data]))

    #expect(outcome.error == .notAWAV(.misstatedChunkSize(id: "smpl")))
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
