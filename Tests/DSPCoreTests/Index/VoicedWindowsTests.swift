// Zero crossings and power of windows of tones.

import DSPCore
import Testing
import VoiceTypes

// Maximum distance between the zero crossing of the line and of the sinusoid, in periods.
private let rateTolerance = 1e-3

@Suite struct VoicedWindowsTests {
  private static let rate: Hertz = 44_100

  private static func tone(_ frequency: Double, amplitude: Double = 0.5, count: Int) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: frequency, amplitude: amplitude)], sampleRate: rate, count: count)
  }

  private static func crossings(of signal: Signal) -> ZeroCrossings {
    ZeroCrossings(
      of: signal, in: signal.samples.indices, firstTime: 0.5 / signal.sampleRate.value)
  }

  @Test(arguments: [230.0, 500, 1_000, 1_499, 1_501, 3_000, 5_000])
  func `a tone crosses zero twice in a period`(frequency: Double) throws {
    let rate = try #require(Self.crossings(of: Self.tone(frequency, count: 1_323)).rate)

    #expect(abs(rate / (2 * frequency) - 1) < rateTolerance)
  }

  @Test func `a window without a crossing in its last 2.5 ms has no rate`() {
    // Crossings at 0, 9.1, 18.2 and 27.3 ms.
    #expect(Self.crossings(of: Self.tone(55, count: 1_323)).rate == nil)
    // … and at 28.6 ms.
    #expect(Self.crossings(of: Self.tone(52.5, count: 1_323)).rate != nil)
  }

  @Test func `a window without any crossing has no rate`() {
    let flat = Signal(samples: Array(repeating: 0.5, count: 1_323), sampleRate: Self.rate)

    #expect(Self.crossings(of: flat).rate == nil)
    #expect(Self.crossings(of: flat).nearest(to: 0.01) == nil)
  }

  @Test func `the nearest crossing is that between the samples around a time`() throws {
    // Samples lie at 0.5, 1.5 … s; crossings at 1, 2.25 and 5 s.
    let signal = Signal(samples: [-1, 1, -1 / 3, -1, -1, 1], sampleRate: 1)
    let crossings = Self.crossings(of: signal)

    #expect(crossings.nearest(to: 0.6) == 1)
    #expect(crossings.nearest(to: 1.51) == 2.25)
    #expect(crossings.nearest(to: 3.6) == 2.25)
    #expect(crossings.nearest(to: 3.7) == 5)
    #expect(crossings.nearest(to: 6.4) == 5)
    #expect(crossings.nearest(to: 6.5) == nil)
  }

  @Test func `a loud tone is kept in every window except the last`() {
    let windows = VoicedWindows(of: Self.tone(500, count: 44_100))

    // Windows end before 0.97 s: 0, 0.03 … 0.93.
    #expect(windows.count == 32)
    #expect(windows.kept.map(\.index) == Array(0..<32))
    #expect(windows.kept.allSatisfy { $0.samples.count == 1_323 })
  }

  @Test func `a tone of 2 kHz counts as unvoiced`() {
    let windows = VoicedWindows(of: Self.tone(2_000, count: 44_100))

    #expect(windows.loud.count == windows.count)
    #expect(windows.kept.isEmpty)
  }

  @Test func `windows below 30 % of the mean power are left out`() {
    // The mean power is that of amplitude √((1 + a²) / 2), 30 % of it that of 0.387 … 0.420.
    let loud = Self.tone(500, amplitude: 1, count: 22_050)
    func kept(_ amplitude: Double) -> Int {
      let faint = Self.tone(500, amplitude: amplitude, count: 22_050)
      return VoicedWindows(
        of: Signal(samples: loud.samples + faint.samples, sampleRate: Self.rate)
      ).kept.count
    }

    #expect(kept(0.45) == 32)
    #expect(kept(0.40) == 17)
  }

  @Test func `gain keeps the same windows`() {
    let noise = HarmonicSound.noise(sampleRate: Self.rate, count: 30_000)
    let low = Self.tone(150, count: 30_000)
    let mixed = Signal(
      samples: zip(noise.samples, low.samples).map { 0.02 * $0 + $1 }, sampleRate: Self.rate)

    #expect(VoicedWindows(of: mixed) == VoicedWindows(of: mixed.multiplied(by: 8)))
  }

  @Test func `a sound shorter than two windows has none`() {
    #expect(VoicedWindows(of: Self.tone(500, count: 2_600)).count == 0)
  }
}
