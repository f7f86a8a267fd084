// How much noise there can be in a recording of nothing but voice, and how much there must be.
//
// Between the harmonics lies the noise of the room, of the microphone and of the voice itself, and what
// the irregularity of the voice puts there. So what lies there is a bound, and no estimate:
// - The noise of rooms and microphones does not rise with frequency. That of a voice does, up to
//   some kilohertz. What lies between the lowest harmonics is as much as the room can have there and above.
// - No voice is as loud at its weakest frequency as on the average. A floor that is level up to the end of
//   the spectrum is not of the voice: hoarse voices of the collection have it 45 dB and more below.
// Project rule; its numbers are engineering choices, its error rates stand in the article "Checks of a
// recording".

import RealModule
internal import VoiceMath
package import VoiceTypes

/// Bounds on the signal-to-noise ratio of a voice without a pause.
package struct NoiseBetweenHarmonics: Sendable {
  /// Between which harmonics is looked: this share of F0 to either side of the middle.
  private static let halfGap = 0.12

  /// The power of a voice begins here, in hertz; below is rumble.
  private static let voiceFrom = 40.0

  /// Where the level floor is looked for, and in what bands, in hertz: not below the first formant, and
  /// not at the end, where filters of converters fall off.
  private static let floorFrom = 1000.0
  private static let floorBand = 500.0
  private static let floorEndMargin = 1000.0

  /// The ratio is this or more.
  package let least: Decibels

  /// The ratio is this or less; nil where the spectrum ends too low to tell.
  package let most: Decibels?

  /// Bounds for a voice of the median `f0` whose spectrum ends at `end`; nil without a gap to look into.
  package init?(in spectrum: AveragedSpectrum, f0: Hertz, upTo end: Hertz) {
    let voice = spectrum.bins(from: Self.voiceFrom, to: end.value).reduce(0, +)
    let bound = Self.highest(in: spectrum, f0: f0.value, end: end.value)
    guard voice > 0, bound > 0 else { return nil }
    least = Self.ratio(of: voice, to: bound)
    most = Self.level(in: spectrum, end: end.value).map { Self.ratio(of: voice, to: $0) }
  }

  /// What is left of a sound without its noise, over the noise; what is all noise is left a trace.
  private static func ratio(of sound: Double, to noise: Double) -> Decibels {
    let voice = max(sound - noise, AveragedSpectrum.leastPower * sound)
    return Decibels(10 * Double.log10(voice / noise))
  }

  /// The power of a noise that fills the gaps and does not rise from any of them.
  private static func highest(in spectrum: AveragedSpectrum, f0: Double, end: Double) -> Double {
    let binsOfGap = f0 / spectrum.binWidth
    var (floor, sum) = (Double.infinity, 0.0)
    for middle in stride(from: 0.5 * f0, to: end - 0.5 * f0, by: f0) {
      let half = max(halfGap * f0, 0.6 * spectrum.binWidth)
      let gap = spectrum.bins(
        from: middle - half + 0.5 * spectrum.binWidth, to: middle + half + 0.5 * spectrum.binWidth)
      floor = min(floor, Statistics.quantile(0.5, of: gap) ?? floor)
      if floor.isFinite { sum += floor * binsOfGap }
    }
    return sum
  }

  /// The power of a noise that is as level as the weakest band.
  private static func level(in spectrum: AveragedSpectrum, end: Double) -> Double? {
    let lasts = end - floorEndMargin - floorBand
    let bands = stride(from: floorFrom, through: lasts, by: floorBand).compactMap {
      Statistics.quantile(0.5, of: spectrum.bins(from: $0, to: $0 + floorBand))
    }
    return bands.min().map { $0 * end / spectrum.binWidth }
  }
}
