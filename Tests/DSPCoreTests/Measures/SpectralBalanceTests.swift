// Alpha ratio, slope and tilt of a sound without its rumble.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// A rectangle of one bin around either tone leaves 1e−9 of the power outside, in decibels.
private let leakageTolerance = 1e-7

// Roundings of three transforms of 65 536 samples, in decibels.
private let roundingTolerance = 1e-11

@Suite struct SpectralBalanceTests {
  private static func balance(of signal: Signal) -> SpectralBalance {
    var workspace = AnalysisWorkspace()
    return SpectralBalance(of: signal, workspace: &workspace)
  }

  /// Two tones on bins of a transform of 65 536 samples.
  private static func tones(high: Double) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: 250, amplitude: 1), Partial(frequency: 3000, amplitude: high)],
      sampleRate: 32_768, count: 65_536)
  }

  @Test(arguments: [1, 0.5, 0.01])
  func `the alpha ratio of two tones is that of their powers`(high: Double) throws {
    let ratio = try #require(Self.balance(of: Self.tones(high: high)).alphaRatio.number)

    #expect(abs(ratio - 20 * Double.log10(high)) < leakageTolerance)
  }

  // Between zeros 60 000 samples take a transform of the same size, 65 000 a larger one, which is not used.
  @Test(arguments: [60_000, 65_000])
  func `the balance equals that of the filtered sound`(count: Int) throws {
    let noise = Signal(
      samples: TestSignal.gaussianNoise(count: count, seed: 3).map { 0.1 * $0 + 0.05 },
      sampleRate: 44_100)
    var workspace = AnalysisWorkspace()
    let padded = ZeroPaddedSpectrum(of: noise.samples, workspace: &workspace)
    let shared = SpectralBalance(of: noise, known: padded, workspace: &workspace)
    let rest = HannStopBand.rumble.apply(to: noise, workspace: &workspace)
    let plain = SpectralBalance.alphaRatio(
      of: EnergySpectrum.density(of: rest, workspace: &workspace))

    #expect(shared == Self.balance(of: noise))
    let ratios = try (#require(shared.alphaRatio.number), #require(plain.number))
    print("alpha ratio of \(count) samples, less that of the filtered: \(ratios.0 - ratios.1) dB")
    #expect(abs(ratios.0 - ratios.1) < roundingTolerance)
  }

  @Test func `rumble changes nothing`() throws {
    let clean = Self.tones(high: 0.1)
    let rumble = HarmonicSound.partials(
      [Partial(frequency: 20, amplitude: 1)], sampleRate: 32_768, count: 65_536)

    let quiet = Self.balance(of: clean)
    let rumbling = Self.balance(of: clean.adding(rumble, times: 0.5))

    let slopes = try (#require(quiet.slope.number), #require(rumbling.slope.number))
    let alphas = try (#require(quiet.alphaRatio.number), #require(rumbling.alphaRatio.number))
    #expect(abs(slopes.0 - slopes.1) < leakageTolerance)
    #expect(abs(alphas.0 - alphas.1) < leakageTolerance)
  }

  @Test func `below a Nyquist frequency of 5 kHz there is no alpha ratio`() {
    let balance = Self.balance(of: HarmonicSound.noise(sampleRate: 8000, count: 16_000))

    #expect(balance.alphaRatio.unavailability?.code == .bandwidthLimited)
    #expect(balance.alphaRatio.unavailability?.needed == 5000)
    #expect(balance.alphaRatio.unavailability?.found == 4000)
    #expect(balance.slope.number != nil)
  }

  @Test func `a short sound has an alpha ratio but neither slope nor tilt`() {
    let balance = Self.balance(of: HarmonicSound.noise(sampleRate: 44_100, count: 20_000))

    // The bands need 32 769 samples: one more than half of 65 536.
    #expect(balance.alphaRatio.number != nil)
    #expect(balance.slope.unavailability?.code == .tooShort)
    #expect(balance.slope.unavailability?.needed == 32_769.0 / 44_100)
    #expect(balance.tilt.unavailability?.code == .tooShort)
  }

  @Test func `digital silence has none of the three`() {
    let balance = Self.balance(of: HarmonicSound.silence(sampleRate: 16_000, count: 32_000))

    #expect(balance.alphaRatio.unavailability?.code == .lowSNR)
    #expect(balance.slope.unavailability?.code == .lowSNR)
    #expect(balance.tilt.unavailability?.code == .lowSNR)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a sound of few samples has neither slope nor tilt`(count: Int) {
    let balance = Self.balance(of: HarmonicSound.noise(sampleRate: 44_100, count: count))

    #expect(balance.slope.unavailability?.code == .tooShort)
    #expect(balance.tilt.unavailability?.code == .tooShort)
  }

  @Test func `a used workspace gives the same bits`() {
    let noise = HarmonicSound.noise(sampleRate: 22_050, count: 30_000)
    var workspace = AnalysisWorkspace()

    _ = SpectralBalance(of: Self.tones(high: 1), workspace: &workspace)
    let again = SpectralBalance(of: noise, workspace: &workspace)

    #expect(again == Self.balance(of: noise))
  }
}
