// Three hundred analyses of random signals, rates, ranges and versions, the same ones every time.

import DSPCore
import RealModule
import Testing
import VoiceMath
import VoiceSynthesis
import VoiceTypes

@Suite struct FuzzTests {
  private static let casesPerBatch = 30

  /// A number whose logarithm is evenly distributed.
  private static func logarithmic(
    _ range: ClosedRange<Double>, _ bits: inout SplitMix64
  ) -> Double {
    .exp(.random(in: .log(range.lowerBound)...(.log(range.upperBound)), using: &bits))
  }

  private static func signal(_ bits: inout SplitMix64) -> Signal {
    let rates: [Hertz] = [100, 1_000, 8_000, 11_025, 16_000, 44_100, 48_000]
    let kind = OddSignal.allCases.randomElement(using: &bits) ?? .noise
    let count = Int(logarithmic(1...6_000, &bits))
    let level = logarithmic(1e-6...1e6, &bits)
    let rate = rates.randomElement(using: &bits) ?? 8_000
    let samples = kind.samples(count: count, seed: bits.next())
    return Signal(samples: samples, sampleRate: rate).amplified(by: level)
  }

  private static func settings(
    for signal: Signal, _ bits: inout SplitMix64
  ) throws -> AnalysisSettings {
    let floor = logarithmic(10...max(20, 0.6 * signal.sampleRate.value), &bits)
    let ceiling = floor * Double.random(in: 1.01...30, using: &bits)
    let range = try #require(PitchRange(floor: Hertz(floor), ceiling: Hertz(ceiling)))
    return praatSettings(
      range: range,
      method: PitchMethod.allCases.randomElement(using: &bits) ?? .autocorrelation,
      version: PraatVersion.allCases.randomElement(using: &bits))
  }

  @Test(arguments: 1...10)
  func `random signals in random ranges are measured or refused`(batch: UInt64) throws {
    var bits = SplitMix64(seed: batch)

    for number in 1...Self.casesPerBatch {
      let signal = Self.signal(&bits)
      let settings = try Self.settings(for: signal, &bits)
      let analysis = analyze(signal, settings)
      expectSound(analysis, of: signal, settings, "batch \(batch), case \(number)")
    }
  }
}
