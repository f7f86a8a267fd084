// Lags of a short circular transform, corrected for aliasing.

import DSPCore
import Testing
import VoiceTypes

// Roundings of two transforms of different sizes, and of up to 260 products.
private let roundingTolerance = 1e-13

@Suite struct WrappedLagTests {
  // 8 kHz wraps nothing around, 44.1 and 50 kHz wrap the most.
  @Test(arguments: [8_000, 16_000, 44_100, 48_000, 50_000, 96_000])
  func `lags on demand equal those of the full transform`(rate: Hertz) throws {
    let signal = TestSignal.noisyTone(
      f0: 123.4, noise: 0.3, sampleRate: rate, count: Int(rate.value / 4))
    let pitch = try PitchFixture(signal, method: .autocorrelation, precision: .veryAccurate)
    var workspace = AnalysisWorkspace()
    var correlator = WindowedAutocorrelation(
      signal: signal, geometry: pitch.geometry, precision: .veryAccurate, farLags: .onDemand,
      workspace: &workspace)
    var lags = LagBuffer(keptLag: pitch.geometry.keptLag)
    let searched = pitch.geometry.maximumLag + 1

    _ = correlator.correlate(around: 0.12, into: &lags)
    let near = lags.values
    correlator.complete(&lags, through: pitch.geometry.maximumLag + 300)
    correlator.complete(&lags, through: pitch.geometry.keptLag)

    let whole = pitch.correlation(around: 0.12).lags
    let middle = lags.centre
    let range = (middle - searched)...(middle + searched)
    #expect(
      largestDifference(Array(near[range]), Array(whole.values[range])) < roundingTolerance)
    #expect(largestDifference(lags.values, whole.values) < roundingTolerance)
  }

  @Test func `a circular FFT length is even and wraps at most 1/25`() {
    for length in 20...6_000 {
      let (searched, touched) = (length / 9 + 3, length / 4)

      let size = CircularFFTLength.cheapest(length: length, searched: searched, touched: touched)

      #expect(size.isMultiple(of: 2))
      #expect(size >= length + searched)
      #expect(25 * (length + touched - size) <= length + touched)
      #expect(size <= max(32, 5 * (length + touched) / 4 + 2))
    }
  }

  @Test func `common sample rates use the fastest measured sizes`() {
    // Nine periods of 75 Hz at 44.1, 48 and 50 kHz.
    #expect(CircularFFTLength.cheapest(length: 5_290, searched: 590, touched: 1_291) == 6_400)
    #expect(CircularFFTLength.cheapest(length: 5_758, searched: 642, touched: 1_343) == 7_168)
    #expect(CircularFFTLength.cheapest(length: 5_998, searched: 669, touched: 1_370) == 7_168)
  }
}
