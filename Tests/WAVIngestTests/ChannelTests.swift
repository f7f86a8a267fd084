// Selection of one channel, and messages about a silent one.

import Testing
import VoiceTypes
import WAVIngest

@Suite struct ChannelTests {
  /// Frames of these samples, the same in every channel but for the factors.
  private static func file(_ factors: [Int16], offsets: [Int16] = [], count: Int = 4000) -> [UInt8]
  {
    let frames = (0..<count).flatMap { index -> [Int16] in
      let sound: Int16 = index % 20 < 10 ? 100 : -100
      return factors.indices.map { channel in
        factors[channel] * sound + (offsets.isEmpty ? 0 : offsets[channel])
      }
    }
    return TestWAV(channels: UInt16(factors.count), payload: pcm16(frames)).file
  }

  private func read(_ bytes: [UInt8], channel: Int) -> IngestOutcome {
    WAVReader.read(.bytes(bytes, name: "test.wav"), by: DecodeOptions(channel: channel))
  }

  @Test(arguments: 1...3)
  func `the channel that was chosen is measured`(channel: Int) throws {
    let outcome = read(
      TestWAV(channels: 3, payload: pcm16([1, 2, 3, 4, 5, 6])).file, channel: channel)

    let first = Double(channel) / 32768
    #expect(outcome.samples == [first, first + 3.0 / 32768])
    #expect(try outcome.result.get().channel == channel)
    #expect(outcome.facts.channels == 3)
  }

  @Test(arguments: [8, 16, 24, 32] as [UInt16])
  func `a channel is found at every sample size`(bits: UInt16) throws {
    let size = Int(bits / 8)
    let left = [UInt8](repeating: 1, count: size)
    let right = [UInt8](repeating: 2, count: size)
    let both = TestWAV(channels: 2, bits: bits, payload: left + right + left + right).file
    let alone = TestWAV(bits: bits, payload: right + right).file

    #expect(read(both, channel: 2).samples == read(alone, channel: 1).samples)
  }

  @Test func `a missing channel is refused, naming the channels`() {
    let stereo = read(Self.file([1, 1]), channel: 3)
    let mono = read(Self.file([1]), channel: 2)

    #expect(stereo.error == .noSuchChannel(wanted: 3, found: 2))
    #expect(stereo.code == "no_such_channel")
    #expect(stereo.error?.refusal.advice == "select a channel from 1 to 2")
    #expect(stereo.facts.channels == 2)
    #expect(mono.error?.refusal.message.hasSuffix("The recording has 1 channel") == true)
    #expect(mono.error?.refusal.advice == "analyse the recording without a channel number")
  }

  @Test func `a silent channel next to a loud one is reported with the better channel`() throws {
    let recording = try read(Self.file([0, 50]), channel: 1).result.get()

    let checks = RecordingQuality.firstChecks(of: recording)

    #expect(recording.louder?.number == 2)
    #expect(checks["level"].verdict == .fail)
    #expect(
      checks["level"].message
        == "all samples of the analysed channel are zero. Channel 2 contains sound. Select channel 2"
    )
    #expect(checks["channels"].message?.contains("Channel 2 is much louder") == true)
  }

  @Test func `the loudest channel is suggested`() throws {
    #expect(try read(Self.file([50, 0, 60, 90]), channel: 2).result.get().louder?.number == 4)
  }

  @Test func `an open input with an offset is a silent channel`() throws {
    let recording = try read(Self.file([0, 50], offsets: [9000, 0]), channel: 1).result.get()

    #expect(recording.louder?.number == 2)
  }

  /// A square wave of 100 times the factor: 50 is −16 dB, 2 is −44 dB and loud enough, 1 is −50 dB.
  @Test(arguments: [
    ([50, 300], 1), ([2, 60], 1), ([1, 9], 1), ([0, 50], 2), ([0, 0], 1), ([0], 1),
  ])
  func `no better channel is suggested for a measurable channel`(
    factors: [Int16], channel: Int
  ) throws {
    #expect(try read(Self.file(factors), channel: channel).result.get().louder == nil)
  }

  @Test func `a channel of NaN is not suggested`() throws {
    let payload = [Float(0), .nan, 0, 1].flatMap { bytes($0.bitPattern) }
    let file = TestWAV(tag: 3, channels: 2, bits: 32, payload: payload).file

    #expect(try read(file, channel: 1).result.get().louder == nil)
  }
}
