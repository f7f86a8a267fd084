// Intermediate results of the checks, on sounds with known values.

import DSPCore
import RealModule
import Testing
import VoiceTypes

@Suite struct LowSoundTests {
  private func low(_ wave: (Double) -> Double, rate: Hertz = 44_100) throws -> LowFrequencySpectrum
  {
    var workspace = AnalysisWorkspace()
    let signal = Signal(
      samples: (0..<Int(2 * rate.value)).map { wave(Double($0) / rate.value) }, sampleRate: rate)
    return try #require(LowFrequencySpectrum(of: signal, in: 0...2, workspace: &workspace))
  }

  private func sine(_ frequency: Double, _ time: Double) -> Double {
    Double.sin(2 * .pi * frequency * time)
  }

  @Test(arguments: [Hertz(1000), 16_000, 44_100, 48_000, 50_000])
  func `a sine of 19 Hz has half of its squared amplitude`(rate: Hertz) throws {
    let low = try low({ 0.3 * sine(19, $0) }, rate: rate)

    #expect(abs(low.power(from: 5, to: 45) / 0.045 - 1) < 0.01)
    #expect(abs(low.power / 0.045 - 1) < 0.01)
    #expect(low.power(from: 60, to: 150) < 1e-6)
  }

  @Test func `a spectral line is found with its power and contrast`() throws {
    let low = try low { sine(220, $0) + 0.01 * sine(50, $0) }

    let line = low.line(at: 50)
    // Half way between two bins, half a width of a line apart, a Hann window reads a line 0.34 dB low: at
    // 0.245 of a width (sin πd / πd / (1 − d²))² is 0.924. None reads more.
    #expect((0.924...1.001).contains(line.power / 5e-5))
    #expect(line.prominence > 100)
    #expect(low.line(at: 60).power < 1e-8)
  }

  @Test(arguments: [851.0, 981, 1019, 2050, 9979])
  func `frequencies above the band do not alias into it`(frequency: Double) throws {
    #expect(try low { sine(frequency, $0) }.power(from: 5, to: 180) < 1e-7)
  }

  @Test func `a short segment and silence have no low-frequency power`() {
    var workspace = AnalysisWorkspace()
    let silence = Signal(samples: [Double](repeating: 0, count: 44_100), sampleRate: 44_100)

    #expect(LowFrequencySpectrum(of: silence, in: 0...1, workspace: &workspace) == nil)
    #expect(LowFrequencySpectrum(of: silence, in: 0...0.2, workspace: &workspace) == nil)
  }
}

@Suite struct HeldShareTests {
  private func look(_ bands: [Double]) -> SpectralFrame {
    SpectralFrame(time: 0...0.1, power: 1, bands: bands)
  }

  @Test func `the steadiness fraction is that of the larger group`() throws {
    let looks = (0..<10).map { look($0 < 7 ? [0, 0] : [6, -6]) }

    let share = try #require(
      SteadinessFraction(of: looks, pitches: Array(repeating: 100, count: 10)))

    #expect(share == SteadinessFraction(of: looks, pitches: []))
    #expect(abs(share.both - 0.7) < 1e-12)
    #expect(share.pitch == 1)
    #expect(abs(share.sound - 0.7) < 1e-12)
  }

  @Test func `octaves count as one pitch, fifths as two`() throws {
    let looks = Array(repeating: look([0, 0]), count: 4)

    #expect(try #require(SteadinessFraction(of: looks, pitches: [100, 200, 100, 400])).both == 1)
    #expect(try #require(SteadinessFraction(of: looks, pitches: [100, 150, 100, 150])).both == 0.5)
    #expect(try #require(SteadinessFraction(of: looks, pitches: [100, 105, 100, 103])).both == 1)
  }

  @Test func `three windows give no steadiness fraction`() {
    #expect(SteadinessFraction(of: Array(repeating: look([0]), count: 3), pitches: []) == nil)
  }
}

@Suite struct ConstantRunTests {
  private static let tone = (0..<44_100).map {
    0.4 * Double.sin(2 * .pi * 150 * Double($0) / 44_100)
  }

  private func signal(_ change: (inout [Double]) -> Void) -> Signal {
    var samples = Self.tone
    change(&samples)
    return Signal(samples: samples, sampleRate: 44_100)
  }

  @Test(arguments: [0, 1, 441, 881, 1000, 43_210])
  func `a constant run is found at any position`(start: Int) {
    let still = signal { for index in start..<(start + 890) { $0[index] = 0.01 } }

    let found = SoundHoles.longestConstantRun(in: still, atLeast: 0.02)

    #expect(abs(found - 890 / 44_100) < 2 / 44_100)
    #expect(SoundHoles.longestConstantRun(in: still, atLeast: 0.03) == 0)
    #expect(SoundHoles.longestConstantRun(in: signal { _ in }, atLeast: 0.02) == 0)
  }
}

@Suite struct SoundHoleTests {
  private static let rate = 44_100.0

  /// Voiced all through a second.
  private static let pitch = PitchTrack(
    frequencies: Array(repeating: 150, count: 100), strengths: Array(repeating: 0.9, count: 100),
    firstFrameTime: 0.005, timeStep: 0.01)

  /// A tone that is multiplied by a gain of the time.
  private func holes(
    loudness: Double = 0.4, bits: Int = 16, pitch: PitchTrack = Self.pitch,
    gain: (Double) -> Double
  ) -> SoundHoles {
    let samples = (0..<44_100).map { index in
      let time = (Double(index) + 0.5) / Self.rate
      return gain(time) * loudness * Double.sin(2 * .pi * 150 * time)
    }
    return SoundHoles(
      in: Signal(samples: samples, sampleRate: Hertz(Self.rate)), pitch: pitch, bits: bits)
  }

  private func zero(_ hole: Range<Double>) -> (Double) -> Double {
    { hole.contains($0) ? 0 : 1 }
  }

  @Test(arguments: [0.004, 0.03, 0.3])
  func `a hole has its times to a sample or two`(seconds: Double) throws {
    let found = holes(gain: zero(0.4112..<(0.4112 + seconds)))

    let time = try #require(found.times.first)
    #expect(found.times.count == 1)
    #expect(abs(time.lowerBound - 0.4112) < 0.0001)
    #expect(abs(found.longest - seconds) < 0.0002)
  }

  /// The difference of the times of both ends is less than 3 ms by rounding.
  @Test(arguments: [20_090, 24_090, 30_090])
  func `zeros of 3 ms are a hole of at least 3 ms`(first: Int) {
    var samples = (0..<50_000).map { 0.4 * Double.sin(2 * .pi * 150 * Double($0) / 50_000) }
    for index in first..<(first + 150) { samples[index] = 0 }

    let found = SoundHoles(
      in: Signal(samples: samples, sampleRate: 50_000), pitch: Self.pitch, bits: 16)

    #expect(found.longest >= 0.003)
    #expect(found.longest < 0.00302)
  }

  @Test func `several holes are all found`() {
    let found = holes { time in
      [0.2, 0.5, 0.8].contains { ($0..<($0 + 0.02)).contains(time) } ? 0 : 1
    }

    #expect(found.times.count == 3)
    #expect(abs(found.longest - 0.02) < 0.0002)
  }

  @Test func `decay and fade-out are no holes`() {
    let dying = holes { $0 < 0.4 || $0 > 0.6 ? 1 : Double.exp(-($0 - 0.4) / 0.004) }
    let faded = holes { $0 < 0.4 || $0 > 0.6 ? 1 : max(0, 1 - ($0 - 0.4) / 0.02) }

    #expect(dying.times.isEmpty)
    #expect(faded.times.isEmpty)
  }

  @Test func `a build-up after silence is no hole`() {
    let found = holes { time in
      time < 0.4 ? 1 : time < 0.5 ? 0 : min(1, (time - 0.5) / 0.03)
    }

    #expect(found.times.isEmpty)
  }

  @Test func `holes outside the voice are ignored`() {
    let half = PitchTrack(
      frequencies: Array(repeating: 150, count: 50) + Array(repeating: 0, count: 50),
      strengths: Array(repeating: 0.9, count: 100), firstFrameTime: 0.005, timeStep: 0.01)

    #expect(holes(pitch: half, gain: zero(0.3..<0.35)).times.count == 1)
    #expect(holes(pitch: half, gain: zero(0.7..<0.75)).times.isEmpty)
  }

  /// A voice of one step of eight bits is zero for most of its cycle.
  @Test func `zeros from rounding are no holes`() {
    #expect(holes(loudness: 0.01, bits: 16, gain: zero(0.4..<0.45)).times.count == 1)
    #expect(holes(loudness: 0.01, bits: 8, gain: zero(0.4..<0.45)).times.isEmpty)
  }
}
