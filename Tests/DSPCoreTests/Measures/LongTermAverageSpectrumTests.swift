// The average spectrum of sounds with a spectrum known by formula.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// Roundings of a transform of 65 536 samples, in decibels.
private let roundingTolerance = 1e-9

@Suite struct LongTermAverageSpectrumTests {
  /// At this rate 65 536 samples are two seconds, need no padding and have bins of half a hertz.
  private static let rate: Hertz = 32_768
  private static let count = 65_536

  private static func spectrum(of signal: Signal) throws -> LongTermAverageSpectrum {
    var workspace = AnalysisWorkspace()
    return try LongTermAverageSpectrum(of: signal, workspace: &workspace)
  }

  private static func click() -> Signal {
    Signal(
      samples: (0..<count).map { $0 == 1000 ? 0.5 : 0 }, sampleRate: rate)
  }

  @Test func `a click has the same level in every band`() throws {
    let spectrum = try Self.spectrum(of: Self.click())

    // |X| = 0.5 / rate everywhere; 2 |X|² is spread over two seconds.
    let power = 2 * 0.5 * 0.5 / (32_768 * 32_768) / 2
    let expected = 10 * Double.log10(power / 4e-10)
    #expect(spectrum.levels.count == 16_384)
    #expect(spectrum.levels.allSatisfy { abs($0 - expected) < roundingTolerance })
  }

  @Test func `a click falls off in no direction`() throws {
    let spectrum = try Self.spectrum(of: Self.click())

    #expect(abs(try #require(spectrum.slope.number)) < roundingTolerance)
    #expect(abs(try #require(spectrum.tilt.number)) < roundingTolerance)
  }

  @Test(arguments: [1, 0.1, 0.001])
  func `the slope of two tones is the ratio of their powers per hertz`(high: Double) throws {
    let sound = HarmonicSound.partials(
      [Partial(frequency: 500, amplitude: 1), Partial(frequency: 4000, amplitude: high)],
      sampleRate: Self.rate, count: Self.count)

    let slope = try #require(try Self.spectrum(of: sound).slope.number)

    // The lower band is 1 kHz wide, the upper one 9 kHz.
    let expected = 10 * Double.log10(high * high / 9)
    #expect(abs(slope - expected) < roundingTolerance)
  }

  @Test func `where the levels are a straight line the tilt is the slope`() throws {
    // 2 dB per kilohertz.
    let density = BandedDensity(
      values: (0...32_768).map { Double.pow(10, -0.0002 * Double($0) / 2) }, firstEdge: -0.25,
      width: 0.5, end: 16_384)

    let spectrum = LongTermAverageSpectrum(density: density, duration: 2, bandwidth: 1)
    let slope = try #require(spectrum.slope.number)
    let tilt = try #require(spectrum.tilt.number)

    // Only the first band, cut in half at zero, deviates from the line: by 0.0005 dB.
    let firstBandTolerance = 1e-6
    #expect(slope < -4)
    #expect(abs(tilt - slope) < firstBandTolerance)
  }

  @Test func `gain changes neither slope nor tilt`() throws {
    let noise = HarmonicSound.noise(sampleRate: 22_050, count: 30_000)

    let quiet = try Self.spectrum(of: noise)
    let loud = try Self.spectrum(of: noise.multiplied(by: 100))

    let slopes = try (#require(quiet.slope.number), #require(loud.slope.number))
    let tilts = try (#require(quiet.tilt.number), #require(loud.tilt.number))
    #expect(abs(slopes.0 - slopes.1) < roundingTolerance)
    #expect(abs(tilts.0 - tilts.1) < roundingTolerance)
  }

  @Test func `a sound with bins as wide as the bands is too short`() {
    // 1024 samples at 1024 Hz have bins of exactly one hertz; one sample more halves them.
    let noise = HarmonicSound.noise(sampleRate: 1024, count: 1024)

    let reason = #expect(throws: Unavailability.self) { try Self.spectrum(of: noise) }

    #expect(reason?.code == .tooShort)
    #expect(reason?.needed == 1025.0 / 1024)
    #expect(reason?.found == 1)
  }

  @Test func `a sound that is just long enough has a spectrum`() throws {
    let spectrum = try Self.spectrum(
      of: HarmonicSound.noise(sampleRate: 1024, count: 1025))

    #expect(spectrum.levels.count == 512)
  }

  @Test func `without an upper band there is no slope`() throws {
    let spectrum = try Self.spectrum(
      of: HarmonicSound.noise(sampleRate: 2000, count: 4000))

    #expect(spectrum.slope.unavailability?.code == .bandwidthLimited)
    #expect(spectrum.tilt.unavailability?.code == .bandwidthLimited)
  }

  @Test func `digital silence has no slope`() throws {
    let spectrum = try Self.spectrum(
      of: HarmonicSound.silence(sampleRate: 8000, count: 16_000))

    #expect(spectrum.slope.unavailability?.code == .lowSNR)
    #expect(spectrum.tilt.unavailability?.code == .lowSNR)
  }
}
