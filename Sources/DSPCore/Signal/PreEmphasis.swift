// The spectrum of a voice falls by about 6 dB per octave; a difference of neighbouring samples
// raises it by as much from a corner frequency on, so that no part of it rules the analysis.

import RealModule
package import VoiceTypes

/// A first-order high-pass: y[k] = x[k] − e^(−2πf/fs) · x[k − 1]; the first sample stays.
package enum PreEmphasis {
  /// `sound` emphasised by 6 dB per octave above `corner`.
  package static func applied(from corner: Hertz, to sound: ResampledSound) -> ResampledSound {
    let factor = Double.exp(-2 * .pi * corner.value * sound.grid.period)
    var emphasised = sound
    var previous = 0.0
    for index in sound.samples.indices {
      let sample = sound.samples[index]
      emphasised.samples[index] = sample - factor * previous
      previous = sample
    }
    return emphasised
  }
}
