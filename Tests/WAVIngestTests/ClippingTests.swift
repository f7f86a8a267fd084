// Clipping at any level and polarity, integer overflow, and float recordings above full scale.

import Foundation
import Testing
import VoiceTypes
import WAVIngest

@Suite struct ClippingTests {
  /// Eight harmonics of 120.3 Hz with a slow amplitude modulation; the peak is 0.84.
  private static let voice: [Double] = (0..<32_000).map { index in
    let harmonics = (1...8).map { number in
      sin(2 * .pi * Double(number) * 120.3 * Double(index) / 32_000) / Double(number)
    }
    return (1 + 0.1 * sin(0.0013 * Double(index))) * harmonics.reduce(0, +) / 2.2
  }

  private static func sine(_ frequency: Double) -> [Double] {
    (0..<32_000).map { sin(2 * .pi * frequency * Double($0) / 32_000) }
  }

  /// Nineteen harmonics of 100 Hz in phase: ripple at equal levels in every cycle.
  private static let sawtooth: [Double] = (0..<32_000).map { index in
    let harmonics = (1...19).map { number in
      sin(2 * .pi * Double(number * (index % 320)) / 320) / Double(number)
    }
    return 0.3 * harmonics.reduce(0, +)
  }

  /// Rounds to the steps of an encoding with `bits` bits.
  private static func rounded(_ samples: [Double], bits: Int = 16) -> [Double] {
    let scale = pow(2, Double(bits - 1))
    return samples.map { ($0 * scale).rounded() / scale }
  }

  private func check(
    _ id: String, _ samples: [Double], _ encoding: SampleEncoding = .pcm16, bits: Int = 16
  ) -> QualityCheck {
    RecordingQuality.firstChecks(
      of: IngestedRecording(
        signal: Signal(samples: samples, sampleRate: 32_000), encoding: encoding,
        bitsPerSample: bits))[id]
  }

  @Test(arguments: [0.3, 0.5, 0.7])
  func `clipping fails at any level after attenuation`(limit: Double) {
    let clipped = Self.voice.map { 0.7 * min(max($0, -limit), limit) }

    let found = check("clipping", Self.rounded(clipped))

    #expect(found.verdict == .fail)
    #expect(found.message?.contains("below full scale") == true)
  }

  @Test(arguments: [1.0, -1.0])
  func `clipping of one polarity fails`(sign: Double) {
    let clipped = Self.voice.map { 0.7 * sign * min($0, 0.5) }

    #expect(check("clipping", Self.rounded(clipped)).verdict == .fail)
  }

  @Test func `a louder click does not hide clipping`() {
    let clipped = Self.voice.map { 0.7 * min(max($0, -0.5), 0.5) } + [0.9, -0.9, 0.5]

    #expect(check("clipping", Self.rounded(clipped)).verdict == .fail)
  }

  @Test func `clipped floats fail`() {
    let clipped = Self.voice.map { min(max(2 * $0, -1), 1) }

    #expect(check("clipping", clipped, .float32, bits: 32).verdict == .fail)
  }

  private static let pauses = [Double](repeating: 0, count: 32_000)

  private static let unclipped: [(name: String, samples: [Double])] = [
    ("voice", rounded(voice)),
    ("voice with an offset and pauses", rounded((voice + pauses).map { $0 / 2 - 0.1 })),
    ("8 bits", rounded(voice.map { 0.4 * $0 }, bits: 8)),
    ("8 bits, faint", rounded(voice.map { 0.1 * $0 }, bits: 8)),
    ("sine", rounded(sine(100).map { 0.5 * $0 })),
    ("sine in floats", sine(443).map { 0.9 * $0 }),
    ("rounded square wave", rounded(sine(120).map { 0.5 * tanh(3 * $0) })),
    ("square wave", sine(120).map { $0 < 0 ? -0.5 : 0.5 }),
    ("sawtooth of 19 harmonics", rounded(sawtooth)),
    ("sawtooth of 19 harmonics in floats", sawtooth),
  ]

  @Test(arguments: unclipped.indices)
  func `an unclipped waveform passes`(index: Int) {
    let waveform = Self.unclipped[index]

    #expect(check("clipping", waveform.samples).verdict == .pass, "\(waveform.name)")
  }

  @Test(arguments: [(1.5, 1.0), (1.5, 0.7), (2.5, 1.0)])
  func `integer overflow fails and is named`(gain: Double, level: Double) {
    let wrapped = Self.voice.map { sample -> Double in
      let above = gain * sample + 1
      return level * (above - 2 * (above / 2).rounded(.down) - 1)
    }

    let found = check("clipping", Self.rounded(wrapped))

    #expect(found.verdict == .fail)
    #expect(found.message?.contains("integer overflow") == true)
  }

  @Test func `a square wave of the whole range is no overflow`() {
    let found = check("clipping", Self.sine(120).map { $0 < 0 ? -1 : 1 }, .float32, bits: 32)

    #expect(found.verdict == .pass)
  }

  @Test func `a click of alternating samples is no overflow`() {
    let click: [Double] = (0..<60).map { $0.isMultiple(of: 2) ? 0.95 : -0.95 }

    #expect(check("clipping", Self.rounded(Self.voice + click)).verdict == .pass)
  }

  @Test func `floats above full scale pass with a note`() {
    let loud = Self.voice.map { 2.4 * $0 }

    #expect(check("clipping", loud, .float32, bits: 32).verdict == .pass)
    #expect(check("peak", loud, .float32, bits: 32).verdict == .pass)
    #expect(check("peak", loud, .float32, bits: 32).message?.contains("unaffected") == true)
  }

  @Test func `floats in integer units warn`() {
    let found = check("peak", Self.voice.map { 16_000 * $0 }, .float32, bits: 32)

    #expect(found.verdict == .warn)
    #expect(found.message?.contains("not scaled to full scale") == true)
  }

  @Test(arguments: [1, 2])
  func `mono samples under a stereo header are read as mono`(channel: Int) throws {
    let samples = Self.voice.map { Int16($0 * 16_384) }
    let file = TestWAV(channels: 2, payload: pcm16(samples)).file
    var praat = DecodeOptions(channel: channel)
    praat.joinsSplitMono = false

    let recording = try WAVReader.read(
      .bytes(file, name: "test.wav"), by: DecodeOptions(channel: channel)
    ).result.get()
    let split = try WAVReader.read(.bytes(file, name: "test.wav"), by: praat).result.get()

    #expect(recording.signal.samples.count == samples.count)
    #expect(recording.signal.samples == samples.map { Double($0) / 32_768 })
    #expect(RecordingQuality.firstChecks(of: recording)["channels"].verdict == .warn)
    #expect(split.signal.samples.count == samples.count / 2)
  }

  @Test(arguments: [0, 1])
  func `two channels of one voice stay two`(delay: Int) throws {
    let samples = Self.voice.map { Int16($0 * 16_384) }
    let frames = zip(samples.dropFirst(delay), samples).flatMap { [$0, $1] }

    let recording = try read(TestWAV(channels: 2, payload: pcm16(frames)).file).result.get()

    #expect(recording.channels == 2)
    #expect(recording.signal.samples.count == frames.count / 2)
  }
}
