import RealModule
internal import VoiceMath
package import VoiceTypes

/// Bounds on the signal-to-noise ratio of a voice without a pause.
///
/// The gaps between the harmonics contain the noise of the room, the microphone and the voice, and
/// its irregularity. Their level therefore gives bounds, not an estimate:
/// - The noise of rooms and microphones does not rise with frequency; that of a voice does, up to
///   some kilohertz. The level between the lowest harmonics is thus an upper bound of room noise
///   there and above.
/// - No voice is as loud at its weakest frequency as on average. A flat floor up to the end of the
///   spectrum is not of the voice: hoarse voices of the collection have it 45 dB and more below.
///
/// Project rule with engineering choices; the article "Checks of a recording" has the error rates.
package struct NoiseBetweenHarmonics: Sendable {
  /// Half width of a gap around the middle between harmonics, as a fraction of F0.
  private static let halfGap = 0.12

  /// The search range of the flat floor and its bands, in hertz: above the first formant, and below
  /// the roll-off of converters.
  private static let floorFrom = 1000.0
  private static let floorBand = 500.0
  private static let floorEndMargin = 1000.0

  /// The lower bound of the ratio.
  package let least: Decibels

  /// The upper bound of the ratio; nil for too narrow a spectrum.
  package let most: Decibels?

  /// Computes bounds for a voice of median `f0` and a spectrum up to `end`; nil without a gap.
  package init?(in spectrum: AveragedSpectrum, f0: Hertz, upTo end: Hertz) {
    let voice = spectrum.bins(from: NoiseBand.lowest.value, to: end.value).reduce(0, +)
    let bound = Self.highest(in: spectrum, f0: f0.value, end: end.value)
    guard voice > 0, bound > 0 else { return nil }
    least = Self.ratio(of: voice, to: bound)
    most = Self.level(in: spectrum, end: end.value).map { Self.ratio(of: voice, to: $0) }
  }

  /// The signal without its noise over the noise, with a floor for pure noise.
  private static func ratio(of sound: Double, to noise: Double) -> Decibels {
    let voice = max(sound - noise, AveragedSpectrum.leastPower * sound)
    return Decibels(10 * Double.log10(voice / noise))
  }

  /// The power of a noise that fills the gaps and does not rise with frequency, in its band.
  private static func highest(in spectrum: AveragedSpectrum, f0: Double, end: Double) -> Double {
    var (floor, sum, reached) = (Double.infinity, 0.0, NoiseBand.lowest.value)
    for middle in stride(from: 0.5 * f0, to: end - 0.5 * f0, by: f0) {
      let half = max(halfGap * f0, 0.6 * spectrum.binWidth)
      guard middle - half >= NoiseBand.lowest.value else { continue }
      let gap = spectrum.bins(
        from: middle - half + 0.5 * spectrum.binWidth, to: middle + half + 0.5 * spectrum.binWidth)
      floor = min(floor, Statistics.quantile(0.5, of: gap) ?? floor)
      let top = middle + 0.5 * f0
      if floor.isFinite { sum += floor * (top - reached) / spectrum.binWidth }
      reached = top
    }
    return sum
  }

  /// The power of a flat noise at the level of the weakest band.
  private static func level(in spectrum: AveragedSpectrum, end: Double) -> Double? {
    let lasts = end - floorEndMargin - floorBand
    let bands = stride(from: floorFrom, through: lasts, by: floorBand).compactMap {
      Statistics.quantile(0.5, of: spectrum.bins(from: $0, to: $0 + floorBand))
    }
    return bands.min().map { $0 * end / spectrum.binWidth }
  }
}
