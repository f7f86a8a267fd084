// Cascade of digital resonators, Klatt (1980), eq. 2 and 3; linear and time-invariant.

import RealModule

/// Second-order resonator, y(n) = A·x(n) + B·y(n − 1) + C·y(n − 2).
///
/// C = −exp(−2π·bw/fs), B = 2·exp(−π·bw/fs)·cos(2π·f/fs), A = 1 − B − C (gain 1 at 0 Hz).
private struct Resonator {
  let inputGain: Double
  let firstFeedback: Double
  let secondFeedback: Double

  init(_ formant: Formant, sampleRateHz: Double) {
    let radius = Double.exp(-.pi * formant.bandwidthHz / sampleRateHz)
    let angle = 2 * .pi * formant.frequencyHz / sampleRateHz
    firstFeedback = 2 * radius * Double.cos(angle)
    secondFeedback = -radius * radius
    inputGain = 1 - firstFeedback - secondFeedback
  }

  func apply(to samples: inout [Double]) {
    var previous = 0.0
    var beforePrevious = 0.0
    for index in samples.indices {
      let output =
        inputGain * samples[index] + firstFeedback * previous + secondFeedback * beforePrevious
      samples[index] = output
      beforePrevious = previous
      previous = output
    }
  }
}

/// Formant resonators of a vowel at one sample rate.
package struct FormantFilter {
  // A resonance close to the Nyquist frequency overlaps its alias and is left out.
  private static let highestFormantOverSampleRate = 0.45

  private let resonators: [Resonator]

  /// Selects the formants below 0.45 of the sample rate.
  package init(_ vowel: Vowel, sampleRateHz: Double) {
    let highestHz = Self.highestFormantOverSampleRate * sampleRateHz
    resonators =
      vowel.formants
      .filter { $0.frequencyHz < highestHz }
      .map { Resonator($0, sampleRateHz: sampleRateHz) }
  }

  /// Filters a source, starting from rest.
  package func applied(to source: [Double]) -> [Double] {
    var samples = source
    for resonator in resonators { resonator.apply(to: &samples) }
    return samples
  }
}
