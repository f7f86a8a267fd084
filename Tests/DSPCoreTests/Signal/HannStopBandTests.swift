// Removed and remaining frequencies of a stop band.

import DSPCore
import Testing
import VoiceTypes

// Roundings of a transform and its inverse.
private let roundingTolerance = 1e-13

@Suite struct HannStopBandTests {
  /// On bins of a transform of 65 536 samples.
  private static func tone(_ frequency: Double) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: frequency, amplitude: 1)], sampleRate: 32_768, count: 65_536)
  }

  private static func rumbleFree(_ signal: Signal) -> Signal {
    var workspace = AnalysisWorkspace()
    return HannStopBand.rumble.apply(to: signal, workspace: &workspace)
  }

  private static func largestSample(_ signal: Signal) -> Double {
    signal.samples.reduce(0) { max($0, $1.magnitude) }
  }

  // Half-way points and quarter points of a raised cosine from 80 to 120 Hz.
  @Test(arguments: [(0, 0), (80, 0), (90, 0.146447), (100, 0.5), (110, 0.853553), (120, 1)])
  func `the flank is a raised cosine around its middle`(point: (hertz: Double, gain: Double)) {
    let band = HannStopBand(low: 0, high: 100, smoothing: 20)

    let gain = band.gain(at: Hertz(point.hertz), nyquist: 500)

    #expect(abs(gain - point.gain) < 1e-6)
  }

  @Test func `a band inside the spectrum has a flank on either side`() {
    let band = HannStopBand(low: 100, high: 200, smoothing: 10)
    let gains = [90, 100, 150, 200, 210].map { band.gain(at: Hertz($0), nyquist: 500) }

    #expect(zip(gains, [1, 0.5, 0, 0.5, 1]).allSatisfy { abs($0 - $1) < roundingTolerance })
  }

  @Test(arguments: [8_000, 44_100, 192_000], [2_048, 262_144])
  func `the gain beyond the upper flank is one`(rate: Double, size: Int) {
    let signal = Signal(samples: [0], sampleRate: Hertz(rate))
    let first = HannStopBand.rumble.firstPassing(of: signal, size: size)
    let nyquist = Hertz(rate / 2)

    let others = (first...(size / 2)).filter { bin in
      HannStopBand.rumble.gain(at: Hertz(Double(bin) * rate / Double(size)), nyquist: nyquist) != 1
    }
    #expect(first < size / 2)
    #expect(others.isEmpty)
  }

  @Test func `a tone in the stop band is removed`() {
    #expect(Self.largestSample(Self.rumbleFree(Self.tone(20))) < roundingTolerance)
  }

  @Test func `a tone above the stop band is unchanged`() {
    let tone = Self.tone(120)

    let difference = Self.rumbleFree(tone).adding(tone, times: -1)

    #expect(Self.largestSample(difference) < roundingTolerance)
  }

  @Test func `the sound keeps its length and rate`() {
    let noise = HarmonicSound.noise(sampleRate: 16_000, count: 12_345)

    let filtered = Self.rumbleFree(noise)

    #expect(filtered.samples.count == 12_345)
    #expect(filtered.sampleRate == 16_000)
  }
}
