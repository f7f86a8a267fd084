// Exact zeros in cross-correlation: 0/0 must stay "not a number", and constants must not seem to
// have maxima. At 8 kHz and 75 Hz a window has 104 samples, as many lags are searched, and the
// frame around sample 300 begins at sample 192.

import DSPCore
import Testing
import VoiceTypes

private let frameCentre = Double(300) / 8_000
private let frameStart = 192

@Suite struct DigitalSilenceTests {
  /// Zeros, but for these samples counted from the start of the frame.
  private static func signal(_ values: [(offset: Int, value: Double)]) -> Signal {
    var samples = [Double](repeating: 0, count: 800)
    for (offset, value) in values { samples[frameStart + offset] = value }
    return Signal(samples: samples, sampleRate: 8_000)
  }

  /// 60 samples that alternate around zero, so that the local mean is exactly zero.
  private static let burst = (0..<60).map { (offset: $0, value: $0 % 2 == 0 ? 0.5 : -0.5) }

  @Test func `a window of zeros has NaN correlations`() throws {
    let pitch = try PitchFixture(Self.signal(Self.burst), method: .crossCorrelation)

    let lags = pitch.correlation(around: frameCentre).lags

    #expect((1..<60).allSatisfy { lags[$0].isFinite })
    #expect((60...104).allSatisfy { lags[$0].isNaN })
  }

  @Test func `NaN correlations give no candidate`() throws {
    let pitch = try PitchFixture(Self.signal(Self.burst), method: .crossCorrelation)
    let lags = pitch.correlation(around: frameCentre).lags

    let candidates = pitch.candidates(in: lags)

    // The burst has a period of two samples; lag 60 and those after it are silent.
    #expect(candidates.allSatisfy { $0.frequency == 0 || $0.frequency > 8_000 / 59.5 })
  }

  @Test func `zeros before a quiet sound still give NaN`() throws {
    let echo = [(offset: 190, value: 1e-6), (offset: 191, value: -1e-6)]
    let pitch = try PitchFixture(Self.signal(Self.burst + echo), method: .crossCorrelation)

    let lags = pitch.correlation(around: frameCentre).lags

    // The window of lag 87 is the first to reach the echo.
    #expect((60..<87).allSatisfy { lags[$0].isNaN })
    #expect((87...104).allSatisfy { lags[$0] == 0 })
  }

  @Test func `a flat frame has correlations of exactly one and no candidate`() throws {
    // The click takes part in the local mean but not in the windows of the first 100 lags.
    let pitch = try PitchFixture(
      Self.signal([(offset: 205, value: 0.7)]), method: .crossCorrelation)

    let lags = pitch.correlation(around: frameCentre).lags

    #expect((1...100).allSatisfy { lags[$0] == lags[1] })
    #expect(pitch.candidates(in: lags) == [.unvoiced])
  }
}
