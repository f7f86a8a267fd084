// The amplitude at a pulse: a Hann-weighted RMS over a fifth of the periods before and after it.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// Sums of some thirty products.
private let roundingTolerance = 1e-13

@Suite struct PulseAmplitudeTests {
  private static let noise = Signal(
    samples: TestSignal.uniformNoise(count: 2_000, seed: 13), sampleRate: 8_000)

  /// √(Σ(x·w)² / Σw²) over all samples, w = ½ + ½ cos(π·t/width) inside the window and 0 outside.
  private static func plainAmplitude(at pulse: Double, left: Double, right: Double) -> Double {
    let sums = noise.samples.enumerated().reduce((power: 0.0, weight: 0.0)) { sums, sample in
      let offset = noise.time(ofSample: sample.offset) - pulse
      let width = offset < 0 ? left : right
      guard offset.magnitude <= width else { return sums }
      let weight = 0.5 + 0.5 * Double.cos(.pi * offset / width)
      return (
        sums.power + sample.element * sample.element * weight * weight,
        sums.weight + weight * weight
      )
    }
    return (sums.power / sums.weight).squareRoot()
  }

  @Test func `the amplitude is the weighted RMS of its definition`() {
    let pulses = pulseTimes(milliseconds: [10, 11, 9, 10.3])

    let amplitudes = PulseAmplitudes(of: Self.noise, pulses: pulses)

    let expected = [
      Self.plainAmplitude(at: pulses[1], left: 0.002, right: 0.0022),
      Self.plainAmplitude(at: pulses[2], left: 0.0022, right: 0.0018),
      Self.plainAmplitude(at: pulses[3], left: 0.0018, right: 0.00206),
    ]
    #expect(amplitudes.times == Array(pulses[1...3]))
    #expect(largestDifference(amplitudes.values, expected) < roundingTolerance)
  }

  @Test func `a pulse between irregular periods has no amplitude`() {
    let pulses = pulseTimes(milliseconds: [10, 10, 14, 14])

    let amplitudes = PulseAmplitudes(of: Self.noise, pulses: pulses)

    #expect(amplitudes.times == [pulses[1], pulses[3]])
  }

  @Test func `a pulse next to an interval of more than 20 ms has no amplitude`() {
    let pulses = pulseTimes(milliseconds: [19, 19, 21, 19, 19])

    let amplitudes = PulseAmplitudes(of: Self.noise, pulses: pulses)

    #expect(amplitudes.times == [pulses[1], pulses[4]])
  }

  @Test func `a pulse in exact silence has no amplitude`() {
    let pulses = pulseTimes(milliseconds: [10, 10, 10])

    #expect(PulseAmplitudes(of: secondOfSilence, pulses: pulses).values.isEmpty)
  }

  @Test func `a window of fewer than three samples has no amplitude`() {
    // ±0.2 · 0.6 ms is less than two sample periods of 0.125 ms; ±0.2 · 1 ms is more than three.
    let short = pulseTimes(milliseconds: [0.6, 0.6])
    let longer = pulseTimes(milliseconds: [1, 1])

    #expect(PulseAmplitudes(of: Self.noise, pulses: short).values.isEmpty)
    #expect(PulseAmplitudes(of: Self.noise, pulses: longer).values.count == 1)
  }

  @Test func `fewer than three pulses have no amplitude`() {
    #expect(PulseAmplitudes(of: Self.noise, pulses: [0.05, 0.06]).values.isEmpty)
    #expect(PulseAmplitudes(of: Self.noise, pulses: []).values.isEmpty)
  }
}
