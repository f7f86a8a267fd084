import Testing
import VoiceMath
import VoiceTypes
import WAVIngest

@Suite struct LengthTests {
  private let second = TestWAV(payload: [UInt8](repeating: 7, count: 32_000))

  private func promising(missing: Double) -> [UInt8] {
    var wav = second
    wav.promisedBytes = UInt32(32_000 + missing * 32_000)
    return wav.file
  }

  @Test func `a complete recording misses nothing`() throws {
    let recording = try read(second.file).result.get()

    #expect(recording.missing == 0)
    #expect(recording.promised == 1)
    #expect(RecordingQuality.firstChecks(of: recording)["completeness"].verdict == .pass)
  }

  @Test func `0.05 s of missing audio is measured with a warning`() throws {
    let recording = try read(promising(missing: 0.05)).result.get()

    #expect(recording.missing == 0.05)
    #expect(recording.signal.duration == 1)
    #expect(RecordingQuality.firstChecks(of: recording)["completeness"].verdict == .warn)
  }

  @Test func `0.1 s of missing audio is still measured`() {
    #expect(read(promising(missing: 0.1)).code == "complete")
  }

  @Test func `0.2 s of missing audio is refused as truncated`() {
    let outcome = read(promising(missing: 0.2))

    #expect(outcome.error == .truncated(.audio(missing: 0.2, promised: 1.2)))
    #expect(outcome.facts.duration == 1)
    #expect(outcome.facts.sha256?.count == 64)
  }

  @Test(
    arguments: [
      0, 0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FF00, 0x8000_0000, 0x7FFF_FFFF, 0x7FFF_0000, 0xFFFF_FFD3,
      0x7FFF_FFD4,
    ] as [UInt32])
  func `a streaming length is read to the end`(length: UInt32) throws {
    var wav = second
    wav.promisedBytes = length

    let recording = try read(wav.file).result.get()

    #expect(recording.signal.samples.count == 16_000)
    #expect(recording.promised == nil)
    let check = RecordingQuality.firstChecks(of: recording)["completeness"]
    #expect(check.verdict == .pass)
    #expect(check.message?.contains("states no length") == true)
  }

  /// 0 minus a header or a part of one: the length from a writer's arithmetic for a file of length
  /// 0.
  @Test(arguments: [0xFFFF_FFD4, 0xFFFF_FFDC, 0xFFFF_FFF8] as [UInt32], [0, 8, 36] as [UInt32])
  func `a streaming length just below 2^32 is read to the end`(
    length: UInt32, riffBytes: UInt32
  ) throws {
    var wav = second
    wav.promisedBytes = length
    var file = wav.file
    file.replaceSubrange(4..<8, with: bytes(riffBytes))

    let recording = try read(file).result.get()

    #expect(recording.signal.samples.count == 16_000)
    #expect(recording.promised == nil)
  }

  @Test func `a streaming length reduced by the header is read to the end`() throws {
    let list = chunk("LIST", [UInt8](repeating: 1, count: 26))
    let file = riff([
      chunk("fmt ", second.format), list, chunk("data", second.payload, size: 0xFFFF_FFB2),
    ])

    #expect(try read(file).result.get().promised == nil)
  }

  @Test(arguments: [0x7FFE_FFFF, 0x7000_0000] as [UInt32])
  func `a missing length below all streaming lengths is truncated`(length: UInt32) {
    var wav = second
    wav.promisedBytes = length

    #expect(read(wav.file).code == "truncated")
  }

  /// Channels, bits, and a length: 0x7FFFF000 and 0x7FFF0000 in whole blocks.
  @Test(
    arguments: [
      (1, 24, 0x7FFF_EFFF), (2, 24, 0x7FFF_EFFC), (3, 24, 0x7FFF_EFFF), (1, 24, 0x7FFE_FFFF),
      (5, 16, 0x7FFE_FFFE),
    ] as [(UInt16, UInt16, UInt32)])
  func `a streaming length in whole blocks is read to the end`(
    channels: UInt16, bits: UInt16, length: UInt32
  ) throws {
    var wav = TestWAV(channels: channels, bits: bits)
    wav.payload = [UInt8](repeating: 7, count: 100 * Int(wav.blockBytes))
    wav.promisedBytes = length

    let recording = try read(wav.file).result.get()

    #expect(length % UInt32(wav.blockBytes) == 0)
    #expect(recording.signal.samples.count == 100)
    #expect(recording.promised == nil)
  }

  @Test func `every declared length gives all samples, a warning or a refusal`() {
    var random = SplitMix64(seed: 42)
    var codes: Set<String> = []
    for _ in 0..<3000 {
      var wav = TestWAV(
        channels: UInt16.random(in: 1...3, using: &random), rate: 1000,
        bits: [8, 16, 24, 32].randomElement(using: &random) ?? 16)
      let (block, frames) = (Int(wav.blockBytes), Int.random(in: 1...300, using: &random))
      wav.payload = [UInt8](repeating: 9, count: block * frames)
      let present = UInt32(wav.payload.count)
      let edges: [UInt32] = [
        1, present / 2, present, present + UInt32(100 * block), 0x7FFF_0000, 0x7FFF_F000,
        0x8000_0000,
      ]
      let near = edges.randomElement(using: &random) ?? 1
      let length =
        Bool.random(using: &random)
        ? UInt32.random(in: 1...UInt32.max, using: &random)
        : near + UInt32.random(in: 0...4, using: &random)
      wav.promisedBytes = length

      let outcome = read(wav.file)

      let declared = Int(length) / block
      // The byte that pads an odd chunk is a sample to a header that declares it.
      let held = Int(present + present % 2) / block
      let expected: (code: String, frames: Int?) =
        if Int(length) >= 0x7FFF_0000 / block * block {
          ("complete", held)
        } else if declared > held + 100 {
          ("truncated", nil)
        } else if min(declared, held) == 0 {
          ("empty", nil)
        } else {
          ("complete", min(declared, held))
        }
      #expect(outcome.code == expected.code, "\(length) of \(present) in \(block)")
      #expect(outcome.samples?.count == expected.frames, "\(length) of \(present) in \(block)")
      codes.insert(outcome.code)
    }
    #expect(codes == ["complete", "truncated", "empty"])
  }

  // MARK: - Audio after the stated end

  private func completeness(of file: [UInt8]) throws -> QualityCheck {
    RecordingQuality.firstChecks(of: try read(file).result.get())["completeness"]
  }

  @Test func `audio after the declared length warns with its seconds`() throws {
    var wav = second
    wav.promisedBytes = 8000

    let check = try completeness(of: wav.file)

    #expect(check.verdict == .warn)
    #expect(check.value == 0)
    #expect(
      check.message?.hasPrefix("the file contains 0.75 s more audio than its header states") == true
    )
  }

  @Test func `the audio of a second data chunk warns with its seconds`() throws {
    let file = riff([
      chunk("fmt ", second.format), chunk("data", second.payload), chunk("LIST", [1, 2, 3]),
      chunk("data", second.payload),
    ])

    #expect(
      try completeness(of: file).message?.hasPrefix("the file contains 1 s more audio") == true)
  }

  @Test func `chunks, padding and less than 0.1 s after the audio pass`() throws {
    let chunks = chunk("LIST", [UInt8](repeating: 65, count: 9000)) + chunk("id3 ", [1, 2, 3])
    let tails = [
      chunks, [UInt8](repeating: 0, count: 9000), [UInt8](repeating: 7, count: 3000),
      chunks + [UInt8](repeating: 7, count: 3000),
    ]
    for tail in tails {
      #expect(try completeness(of: second.file + tail).verdict == .pass)
    }
  }

  @Test func `a missing end is replaced by zeros in the praat preset`() throws {
    var wav = second
    wav.promisedBytes = 32_004
    let source = AudioSource.bytes(wav.file, name: "two samples short.wav")

    let plain = WAVReader.read(source)
    let padded = WAVReader.read(source, by: DecodeOptions(truncationPolicy: .zeros))

    let samples = try #require(padded.samples)
    #expect(plain.samples?.count == 16_000)
    #expect(samples.count == 16_002)
    #expect(Array(samples.prefix(16_000)) == plain.samples)
    #expect(samples.suffix(2) == [0, 0])
    #expect(padded.facts.duration == Seconds(16_002.0 / 16_000))
    let check = RecordingQuality.firstChecks(of: try padded.result.get())["completeness"]
    #expect(check.verdict == .warn)
    let missing = "the file ends early. Missing audio, replaced by zeros as in Praat: 2 samples"
    #expect(check.message?.hasPrefix(missing + ".") == true)
  }

  @Test func `one missing sample is reported in the singular`() throws {
    var wav = second
    wav.promisedBytes = 32_002

    let missing = "the file ends early. Missing audio: 1 sample"
    #expect(try completeness(of: wav.file).message?.hasPrefix(missing + ".") == true)
  }

  @Test(arguments: [TruncationPolicy.leftOut, .zeros])
  func `a truncated file is refused with either policy`(truncationPolicy: TruncationPolicy) {
    let source = AudioSource.bytes(promising(missing: 0.2), name: "short.wav")

    #expect(
      WAVReader.read(source, by: DecodeOptions(truncationPolicy: truncationPolicy)).code
        == "truncated")
  }

  @Test func `a complete recording and a stream get no zeros`() throws {
    var stream = second
    stream.promisedBytes = 0xFFFF_FFFF
    for file in [second.file, stream.file] {
      let outcome = WAVReader.read(
        .bytes(file, name: "x.wav"), by: DecodeOptions(truncationPolicy: .zeros))

      #expect(outcome.samples?.count == 16_000)
    }
  }

  @Test func `an empty data chunk in front of other chunks is empty, not a stream`() {
    let file = riff([
      chunk("fmt ", second.format), chunk("data", []), chunk("LIST", Array("INFO".utf8)),
    ])

    #expect(read(file).error == .empty(.noSamples))
  }

  @Test func `an incomplete frame at the end is dropped`() {
    let outcome = read(TestWAV(channels: 2, payload: pcm16([1, 2, 3, 4, 5])).file)

    #expect(outcome.samples == [0x1p-15, 0x3p-15])
  }
}
