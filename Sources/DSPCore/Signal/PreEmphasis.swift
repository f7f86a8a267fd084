// The spectrum of a voice falls by about 6 dB per octave; a difference of neighbouring samples
// raises it by as much from a corner frequency on, so that no part of it rules the analysis.

import RealModule
package import VoiceTypes

/// A first-order high-pass: y[k] = x[k] − e^(−2πf/fs) · x[k − 1]; the first sample stays.
package enum PreEmphasis {
  /// Emphasises `sound` by 6 dB per octave above `corner`, in place.
  package static func apply(from corner: Hertz, to sound: inout ResampledSound) {
    let factor = Double.exp(-2 * .pi * corner.value * sound.grid.period)
    var previous = 0.0
    for index in sound.samples.indices {
      let sample = sound.samples[index]
      sound.samples[index] = sample - factor * previous
      previous = sample
    }
  }
}
