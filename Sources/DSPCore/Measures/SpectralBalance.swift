// How the energy of a voice is divided between low and high frequencies: the two spectral measures
// of AVQI and the alpha ratio, all from one spectrum of the sound without rumble.
// Sources: Maryn et al. (2010), J Voice 24:540 (slope and tilt); Frøkjær-Jensen & Prytz (1976),
// Brüel & Kjær Technical Review 3:3 (alpha).

import RealModule
public import VoiceTypes

/// Measures of the balance between low and high frequencies.
public struct SpectralBalance: Sendable, Equatable {
  /// The two bands of the alpha ratio, in hertz.
  private static let alphaLowBand = 50.0...1000.0
  private static let alphaHighBand = 1000.0...5000.0

  /// Mean power of 1–10 kHz over that of 0–1 kHz in the average spectrum, in decibels.
  public let slope: Measured

  /// The same for the straight line through the levels of 1 Hz to 10 kHz, in decibels.
  public let tilt: Measured

  /// Energy of 1–5 kHz over that of 50 Hz–1 kHz, in decibels.
  public let alphaRatio: Measured

  /// Measures a sound after ``HannStopBand/rumble`` was taken out of it.
  public init(of signal: Signal, workspace: inout AnalysisWorkspace) {
    let density = EnergySpectrum.density(of: signal, without: .rumble, workspace: &workspace)
    alphaRatio = Self.alphaRatio(of: density)
    let bandwidth: Hertz = 1
    do {
      try LongTermAverageSpectrum.checkResolution(of: signal, bandwidth: bandwidth)
      let average = LongTermAverageSpectrum(
        balanceOf: density, duration: signal.duration, bandwidth: bandwidth)
      (slope, tilt) = (average.slope, average.tilt)
    } catch {
      (slope, tilt) = (.unavailable(error), .unavailable(error))
    }
  }

  /// The alpha ratio of an energy spectrum, in decibels.
  package static func alphaRatio(of density: BandedDensity) -> Measured {
    guard density.end >= alphaHighBand.upperBound else {
      return .unavailable(
        .bandwidthLimited(needed: Hertz(alphaHighBand.upperBound), found: Hertz(density.end)))
    }
    let low = density.integral(from: alphaLowBand.lowerBound, to: alphaLowBand.upperBound)
    let high = density.integral(from: alphaHighBand.lowerBound, to: alphaHighBand.upperBound)
    guard low > 0, high > 0 else { return .unavailable(.digitalSilence) }
    return Measured(10 * Double.log10(high / low))
  }
}
