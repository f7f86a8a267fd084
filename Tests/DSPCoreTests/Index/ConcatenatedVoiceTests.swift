// The concatenated sound of a synthetic voice, and its measures.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

// Scaling by a power of two is exact in every step but the logarithms.
private let gainTolerance = 1e-9

@Suite struct ConcatenatedVoiceTests {
  private static func voice(seconds: Seconds, f0: Hertz = 130) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: seconds, seed: 5).with {
      $0.sampleRate = 16_000
      $0.jitterPercent = 0.5
      $0.shimmerPercent = 3
      $0.hnr = 20
    }.synthesize().signal
  }

  private static func tone(_ frequency: Double) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: frequency, amplitude: 0.5)], sampleRate: 16_000, count: 32_000)
  }

  private static func concatenation(
    speech: Signal, vowel: Signal,
    for index: ConcatenatedIndex = .avqi03_01
  ) throws(Unavailability) -> ConcatenatedVoice {
    var workspace = AnalysisWorkspace()
    return try ConcatenatedVoice(
      speech: speech, vowel: vowel, for: index, workspace: &workspace)
  }

  private static func parts(
    _ index: ConcatenatedIndex = .avqi03_01, of signal: Signal
  ) -> [IndexPart: Measured] {
    var workspace = AnalysisWorkspace()
    return index.parts(of: signal, workspace: &workspace)
  }

  @Test func `AVQI uses the last three seconds of a long vowel`() throws {
    var workspace = AnalysisWorkspace()
    let vowel = Self.voice(seconds: 4)
    let filtered = HannStopBand.rumble.apply(to: vowel, workspace: &workspace)

    let chain = try Self.concatenation(speech: Self.voice(seconds: 2), vowel: vowel)

    #expect(chain.used.vowel == 3)
    #expect(chain.signal.samples.suffix(48_000) == filtered.samples.suffix(48_000))
  }

  @Test func `ABI uses the unfiltered middle three seconds of a vowel at 44.1 kHz`() throws {
    let vowel = Signal(samples: Self.voice(seconds: 4).samples, sampleRate: 44_100)
    let long = Signal(
      samples: Array(repeatElement(vowel.samples, count: 3).joined()), sampleRate: 44_100)

    let chain = try Self.concatenation(
      speech: Self.voice(seconds: 2), vowel: long, for: .abi)

    let start = (long.samples.count - 132_300) / 2
    #expect(chain.signal.sampleRate == 44_100)
    #expect(
      chain.signal.samples.suffix(132_300) == long.samples[start..<(start + 132_300)])
  }

  @Test func `AVQI uses a shorter vowel whole`() throws {
    let chain = try Self.concatenation(
      speech: Self.voice(seconds: 2), vowel: Self.voice(seconds: 1.25))

    #expect(chain.used.vowel == 1.25)
  }

  @Test func `the concatenation is 1 ms of silence, the voiced windows and the vowel`() throws {
    let chain = try Self.concatenation(
      speech: Self.voice(seconds: 2), vowel: Self.voice(seconds: 1))

    #expect(chain.signal.samples.prefix(16).allSatisfy { $0 == 0 })
    #expect(chain.signal.samples.count == 16 + 480 * chain.windows.kept.count + 16_000)
    #expect(chain.used.voicedSpeech == Seconds(Double(480 * chain.windows.kept.count) / 16_000))
    #expect(chain.windows.kept.count > 30)
    #expect(chain.used.soundingSpeech <= 2)
  }

  @Test func `speech without a voiced window has no concatenation, with the reason`() {
    let reason = #expect(throws: Unavailability.self) {
      try Self.concatenation(speech: Self.tone(2_500), vowel: Self.voice(seconds: 1))
    }

    #expect(reason?.code == .noVoicing)
  }

  @Test func `a vowel below half a second is too short, with both durations`() {
    let reason = #expect(throws: Unavailability.self) {
      try Self.concatenation(
        speech: Self.voice(seconds: 1), vowel: Self.voice(seconds: 0.4))
    }

    #expect(reason?.code == .tooShort)
    #expect(reason?.needed == 0.5)
    #expect(reason?.found == 0.4)
  }

  @Test func `speech of digital silence has no concatenation`() {
    #expect(throws: Unavailability.self) {
      try Self.concatenation(
        speech: HarmonicSound.silence(sampleRate: 16_000, count: 16_000),
        vowel: Self.voice(seconds: 1))
    }
  }

  @Test(arguments: ConcatenatedIndex.allCases)
  func `the parts and the index of a voice are numbers`(index: ConcatenatedIndex) throws {
    let chain = try Self.concatenation(
      speech: Self.voice(seconds: 2), vowel: Self.voice(seconds: 1), for: index)

    let parts = Self.parts(index, of: chain.signal)

    #expect(Set(parts.keys) == Set(index.parts))
    #expect(parts.values.allSatisfy { $0.number != nil })
    #expect(index.value(of: parts).number != nil)
  }

  @Test(arguments: [0.125, 4], [ConcatenatedIndex.avqi03_01, .abi])
  func `gain on both recordings changes no part`(
    gain: Double, index: ConcatenatedIndex
  ) throws {
    let (speech, vowel) = (Self.voice(seconds: 2), Self.voice(seconds: 1))
    let before = Self.parts(
      index,
      of: try Self.concatenation(speech: speech, vowel: vowel, for: index).signal)

    let after = Self.parts(
      index,
      of: try Self.concatenation(
        speech: speech.multiplied(by: gain), vowel: vowel.multiplied(by: gain),
        for: index
      ).signal)

    for part in index.parts {
      let expected = try #require(before[part]?.number)
      let found = try #require(after[part]?.number)
      #expect(abs(found - expected) <= gainTolerance * abs(expected), "\(part)")
    }
  }

  @Test func `a sound without voicing has no harmonicity and no AVQI`() {
    let noise = HarmonicSound.silence(sampleRate: 16_000, count: 32_000)

    let parts = Self.parts(of: noise)

    #expect(parts[.harmonicity]?.unavailability?.code == .noVoicing)
    #expect(parts[.slope]?.unavailability?.code == .lowSNR)
    #expect(ConcatenatedIndex.avqi03_01.value(of: parts).number == nil)
  }

  @Test func `digital silence for a window of 0.1 s leaves ABI unavailable`() throws {
    var samples = Self.voice(seconds: 2).samples
    samples.replaceSubrange(12_000..<16_000, with: repeatElement(0, count: 4_000))
    let parts = Self.parts(.abi, of: Signal(samples: samples, sampleRate: 16_000))

    #expect(parts[.highFrequencyNoise]?.unavailability?.code == .lowSNR)
    #expect(ConcatenatedIndex.abi.value(of: parts).unavailability?.code == .lowSNR)
  }
}
