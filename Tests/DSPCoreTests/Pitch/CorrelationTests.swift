// The correlation of a frame, against direct sums over its definition.

import DSPCore
import Testing
import VoiceTypes

// Sums of up to 1762 products, one by a transform and one term by term.
private let correlationTolerance = 1e-10

// A difference and a product.
private let roundingTolerance = 1e-14

@Suite struct CorrelationTests {
  private static func noisyTone(rate: Hertz) -> Signal {
    TestSignal.noisyTone(f0: 123.4, noise: 0.3, sampleRate: rate, count: Int(rate.value / 4))
  }

  // At 96 kHz fewer lags are computed than kept: those that an interpolation can touch.
  @Test(arguments: [8_000, 44_100, 96_000], [PitchPrecision.standard, .veryAccurate])
  func `windowed autocorrelation equals its definition`(
    rate: Hertz, precision: PitchPrecision
  ) throws {
    let pitch = try PitchFixture(
      Self.noisyTone(rate: rate), method: .autocorrelation, precision: precision)
    let length = pitch.geometry.windowLength
    let taper =
      precision == .standard ? Window.hann(count: length) : Window.gaussian(count: length)
    let touched = min(
      pitch.geometry.keptLag, pitch.geometry.maximumLag + pitch.geometry.interpolationDepth)

    let fast = pitch.correlation(around: 0.12).lags
    let plain = plainAutocorrelation(
      of: pitch.signal, geometry: pitch.geometry, around: 0.12, taper: taper, lags: touched)

    #expect(largestDifference((0...touched).map { fast[$0] }, plain) < correlationTolerance)
  }

  @Test(arguments: [8_000, 44_100], [0.0134, 0.0501, 0.12, 0.235])
  func `forward cross-correlation equals its definition`(rate: Hertz, time: Double) throws {
    let pitch = try PitchFixture(Self.noisyTone(rate: rate), method: .crossCorrelation)
    let lagCount = pitch.geometry.maximumLag

    let fast = pitch.correlation(around: time).lags
    let plain = plainCrossCorrelation(
      of: pitch.signal, geometry: pitch.geometry, floor: 75, around: time, lags: lagCount)

    #expect(largestDifference((0...lagCount).map { fast[$0] }, plain) < correlationTolerance)
  }

  @Test(arguments: PitchMethod.allCases)
  func `a correlation is the same at negative lags`(method: PitchMethod) throws {
    let pitch = try PitchFixture(Self.noisyTone(rate: 8_000), method: method)

    let lags = pitch.correlation(around: 0.12).lags

    #expect(lags.values.count == 2 * pitch.geometry.keptLag + 1)
    #expect(lags[0] == 1)
    #expect(lags.values == lags.values.reversed())
  }

  @Test func `the frame peak for autocorrelation uses the windowed middle`() throws {
    var samples = Self.noisyTone(rate: 8_000).samples
    // Time 0.12 s lies before sample 960; the middle period ends 53 samples on.
    samples[960 + 60] = 5
    let pitch = try PitchFixture(
      Signal(samples: samples, sampleRate: 8_000), method: .autocorrelation)
    let frame = PlainFrame(of: pitch.signal, geometry: pitch.geometry, around: 0.12)
    let taper = Window.hann(count: pitch.geometry.windowLength)
    let windowed = zip(frame.window(pitch.geometry), taper).map { $0 * $1 }

    let peak = pitch.correlation(around: 0.12).peak

    #expect(peak < 2)
    #expect(abs(peak - plainPeak(in: windowed, geometry: pitch.geometry)) < roundingTolerance)
  }

  @Test func `the frame peak for cross-correlation uses the unwindowed middle`() throws {
    let pitch = try PitchFixture(Self.noisyTone(rate: 8_000), method: .crossCorrelation)
    let frame = PlainFrame(of: pitch.signal, geometry: pitch.geometry, around: 0.12)

    let peak = pitch.correlation(around: 0.12).peak

    let expected = plainPeak(in: frame.window(pitch.geometry), geometry: pitch.geometry)
    #expect(abs(peak - expected) < roundingTolerance)
  }

  @Test(arguments: PitchMethod.allCases)
  func `a constant added to the sound does not change a correlation`(method: PitchMethod) throws {
    let tone = Self.noisyTone(rate: 8_000)
    let raised = Signal(samples: tone.samples.map { $0 + 0.5 }, sampleRate: 8_000)

    let plain = try PitchFixture(tone, method: method).correlation(around: 0.12)
    let lifted = try PitchFixture(raised, method: method).correlation(around: 0.12)

    #expect(largestDifference(plain.lags.values, lifted.lags.values) < correlationTolerance)
  }

  @Test(arguments: PitchMethod.allCases)
  func `a frame without any excursion is not filled`(method: PitchMethod) throws {
    let pitch = try PitchFixture(secondOfSilence, method: method)

    let (lags, peak) = pitch.correlation(around: 0.5)

    #expect(peak == 0)
    #expect(lags.values.allSatisfy { $0 == 0 })
  }
}
