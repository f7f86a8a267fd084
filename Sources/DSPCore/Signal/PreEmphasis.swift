import RealModule
package import VoiceTypes

/// Pre-emphasis by a first-order high-pass: y[k] = x[k] − e^(−2πf/fs) · x[k − 1]; the first sample
/// is unchanged. It compensates for the spectral slope of a voice of about 6 dB per octave.
package enum PreEmphasis {
  /// Returns `sound` emphasised by 6 dB per octave above `corner`.
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
