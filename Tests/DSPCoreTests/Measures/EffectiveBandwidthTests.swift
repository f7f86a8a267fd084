// The end of the spectrum: of noise and of voices that were low-passed, and of those that were not.

import DSPCore
import RealModule
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

// The flank of the test filter is 100 Hz wide on either side, and the end has a resolution of 100
// Hz. A vowel may fade below the cut-off, so its end may be a few bands low.
private let noiseTolerance = 150.0
private let voiceTolerance = 300.0

@Suite struct EffectiveBandwidthTests {
  private static func bandwidth(of signal: Signal) -> EffectiveBandwidth? {
    var workspace = AnalysisWorkspace()
    return EffectiveBandwidth(of: signal, workspace: &workspace)
  }

  /// The sound below `end`, as a file of 16 bits has it.
  private static func lowPassed(_ signal: Signal, at end: Hertz) -> Signal {
    var workspace = AnalysisWorkspace()
    let filtered = HannStopBand(low: end, high: signal.sampleRate, smoothing: 100)
      .apply(to: signal, workspace: &workspace)
    return Signal(
      samples: filtered.samples.map { ($0 * 32_768).rounded() / 32_768 },
      sampleRate: signal.sampleRate)
  }

  private static let noise = Signal(
    samples: TestSignal.uniformNoise(count: 44_100, seed: 5).map { 0.3 * $0 }, sampleRate: 44_100)

  private static func voice(_ vowel: Vowel, f0: Hertz) -> Signal {
    SyntheticVoice(f0: f0, vowel: vowel, duration: 1.5, seed: 9).with {
      $0.jitterPercent = 0.5
      $0.shimmerPercent = 3
      $0.hnr = 20
    }.synthesize().signal
  }

  @Test func `the bandwidth is that of the analysed segment`() throws {
    var workspace = AnalysisWorkspace()
    let narrow = Self.lowPassed(Self.noise, at: 4000)
    let both = Signal(samples: Self.noise.samples + narrow.samples, sampleRate: 44_100)

    let first = EffectiveBandwidth(of: both, in: 0...1, workspace: &workspace)
    let second = try #require(EffectiveBandwidth(of: both, in: 1...2, workspace: &workspace))

    #expect(first?.end == first?.nyquist)
    #expect((second.end.value - 4000).magnitude <= noiseTolerance)
    #expect(EffectiveBandwidth(of: both, in: 1...1.05, workspace: &workspace) == nil)
  }

  @Test(arguments: [3400, 4000, 7000, 8000, 11_000, 16_000])
  func `low-passed noise ends at the cut-off`(end: Double) throws {
    let found = try #require(Self.bandwidth(of: Self.lowPassed(Self.noise, at: Hertz(end))))

    print("noise cut off at \(end) Hz ends at \(found.end)")
    #expect(abs(found.end.value - end) <= noiseTolerance)
  }

  @Test(arguments: [3400, 4000, 8000], [Vowel.a, .i, .u])
  func `a low-passed vowel ends at the cut-off`(end: Double, vowel: Vowel) throws {
    var worst = WorstDeviation()
    for f0: Hertz in [110, 220] {
      let signal = Self.lowPassed(Self.voice(vowel, f0: f0), at: Hertz(end))
      let found = try #require(Self.bandwidth(of: signal))
      worst.note(abs(found.end.value - end), at: "\(vowel) at \(f0)")
    }

    print("vowel cut off at \(end) Hz: worst \(worst.value) Hz, \(worst.place)")
    #expect(worst.value <= voiceTolerance)
  }

  @Test func `noise and vowels that are not cut off end at Nyquist`() throws {
    let signals = [Self.noise] + [Vowel.a, .i, .u].map { Self.voice($0, f0: 150) }
    for signal in signals {
      let found = try #require(Self.bandwidth(of: signal))
      #expect(found.end == found.nyquist)
    }
  }

  @Test func `a voice that fades into the noise of a room is not cut off`() throws {
    let noise = TestSignal.gaussianNoise(count: 66_150, seed: 3)
    for decibels in [-30.0, -45, -60, -75] {
      let room = Signal(
        samples: zip(Self.voice(.u, f0: 120).samples, noise).map {
          $0 + Double.pow(10, decibels / 20) * $1
        }, sampleRate: 44_100)
      let found = try #require(Self.bandwidth(of: room))
      #expect(found.end == found.nyquist, "\(decibels) dB")
    }
  }

  @Test(arguments: [1e-6, 0.25, 3, 1e12])
  func `gain does not change the bandwidth`(gain: Double) {
    for signal in [Self.noise, Self.lowPassed(Self.voice(.a, f0: 120), at: 4000)] {
      #expect(Self.bandwidth(of: signal.amplified(by: gain)) == Self.bandwidth(of: signal))
    }
  }

  @Test(arguments: [10_000, 15_600, 19_000])
  func `a single tone above the cut-off does not hide it`(frequency: Double) throws {
    let narrow = Self.lowPassed(Self.voice(.a, f0: 120), at: 4000)
    let samples = narrow.samples.enumerated().map { index, sample in
      sample + 1.4e-4 * Double.sin(2 * .pi * frequency * Double(index) / 44_100)
    }

    let found = try #require(
      Self.bandwidth(of: Signal(samples: samples, sampleRate: 44_100)))

    #expect(abs(found.end.value - 4000) <= voiceTolerance)
  }

  /// Noise of a lower sample rate, read at 48 kHz at the fraction `place` between its samples.
  private static func upsampled(
    from rate: Double, _ place: (Double) -> Double
  ) -> Signal {
    let low = TestSignal.uniformNoise(count: Int(1.5 * rate), seed: 7)
    let samples = (0..<69_000).map { index in
      let time = Double(index) * rate / 48_000
      let (first, share) = (Int(time), place(time - time.rounded(.down)))
      return 0.3 * ((1 - share) * low[first] + share * low[first + 1])
    }
    return Signal(samples: samples, sampleRate: 48_000)
  }

  @Test(arguments: [8000.0, 12_000, 16_000, 24_000])
  func `a poorly interpolated sound ends at half the original rate`(rate: Double) throws {
    let linear = try #require(Self.bandwidth(of: Self.upsampled(from: rate) { $0 }))
    let held = try #require(Self.bandwidth(of: Self.upsampled(from: rate) { _ in 0 }))

    #expect(linear.end.value == 0.5 * rate)
    #expect(held.end.value == 0.5 * rate)
  }

  @Test func `silence around the voice changes the bandwidth by one band at most`() throws {
    // Filtered after it was padded: a sound that is switched on has all frequencies.
    let long = Self.noise.padded(before: 20_000, after: 20_000)

    let bare = try #require(Self.bandwidth(of: Self.lowPassed(Self.noise, at: 4000)))
    let padded = try #require(Self.bandwidth(of: Self.lowPassed(long, at: 4000)))

    #expect(abs(padded.end.value - bare.end.value) <= 100)
  }

  @Test func `a cut-off with exact zeros above it is found`() throws {
    var workspace = AnalysisWorkspace()
    let signal = HannStopBand(low: 4000, high: 44_100, smoothing: 100)
      .apply(to: Self.noise, workspace: &workspace)

    let found = try #require(Self.bandwidth(of: signal))

    #expect(abs(found.end.value - 4000) <= noiseTolerance)
  }

  @Test func `digital silence and too short sounds have no bandwidth`() {
    let silence = Signal(samples: [Double](repeating: 0, count: 44_100), sampleRate: 44_100)
    let short = Signal(samples: Array(Self.noise.samples.prefix(4095)), sampleRate: 44_100)

    #expect(Self.bandwidth(of: silence) == nil)
    #expect(Self.bandwidth(of: short) == nil)
  }
}
