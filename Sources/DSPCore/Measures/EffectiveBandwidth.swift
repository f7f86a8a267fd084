// Up to which frequency a recording carries sound. A telephone line, a wireless headset, a low rate
// brought to a higher one and lossy coding all end the spectrum well below Nyquist, and the header
// tells nothing of it.
//
// A voice falls off towards high frequencies too, and steeply beyond a formant. What sets a cut-off
// apart is that the noise of the voice and of the room ends with the harmonics: even what lies
// between the harmonics stands high above all that follows, and what follows is level. So the search
// is for the lowest frequency at which both hold. Project rule; its numbers are engineering choices
// that were tried on real recordings, as they are and low-passed.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// The highest frequency that a sound holds, beside the highest that its sample rate could.
public struct EffectiveBandwidth: Sendable, Equatable {
  /// Where the spectrum ends; `nyquist` unless it is cut off below.
  public let end: Hertz

  /// Half of the sample rate.
  public let nyquist: Hertz

  /// Measures a sound; nil for digital silence and for less than one window, about 0.1 s.
  public init?(of signal: Signal, workspace: inout AnalysisWorkspace) {
    self.init(of: signal.samples.span, at: signal.sampleRate, workspace: &workspace)
  }

  /// Measures a stretch of a sound, in seconds.
  package init?(
    of signal: Signal, in stretch: ClosedRange<Double>, workspace: inout AnalysisWorkspace
  ) {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    self.init(
      of: signal.samples.span.extracting(indices), at: signal.sampleRate, workspace: &workspace)
  }

  private init?(
    of samples: Span<Double>, at rate: Hertz, workspace: inout AnalysisWorkspace
  ) {
    guard let spectrum = AveragedSpectrum(of: samples, at: rate, workspace: &workspace) else {
      return nil
    }
    self.init(of: spectrum)
  }

  /// Looks for the end of a spectrum.
  package init(of spectrum: AveragedSpectrum) {
    nyquist = Hertz(spectrum.nyquist)
    end = Hertz(BandwidthSearch(spectrum: spectrum).cutOff ?? spectrum.nyquist)
  }
}

/// The search for the frequency at which a spectrum is cut off.
private struct BandwidthSearch {
  /// No line in use ends lower; a telephone's ends at 3.4 kHz. In hertz.
  private static let lowestCutOff = 3000.0
  private static let searchStep = 100.0

  /// The band below an edge, and the transition above it, in hertz.
  private static let flank = 500.0

  /// The bands above the transition are as wide as this, in hertz.
  private static let emptyBand = 250.0

  /// The share of the bins of the flank that lie between the harmonics.
  private static let quietShare = 0.1

  /// How far all that follows lies below the quiet bins of the flank, and how level it is, in dB.
  private static let leastDrop = 20.0
  private static let largestUnevenness = 15.0

  /// Nothing natural falls this far within a transition; what follows need not be level then, as
  /// without the rounding of samples it is the leakage of the window. In dB.
  private static let steepDrop = 40.0

  /// The width of the bands in which the end is told, in hertz.
  private static let fineBand = 100.0

  let spectrum: AveragedSpectrum

  private var nyquist: Double { spectrum.nyquist }

  /// The frequency at which the spectrum is cut off, in hertz; nil where it is not.
  var cutOff: Double? {
    let last = nyquist - 2 * Self.flank
    return stride(from: Self.lowestCutOff, through: last, by: Self.searchStep)
      .first(where: isCutOff).map(end(near:))
  }

  private func isCutOff(at edge: Double) -> Bool {
    guard
      let quiet = Statistics.quantile(
        Self.quietShare, of: spectrum.bins(from: edge - Self.flank, to: edge))
    else { return false }
    let (quietLevel, lastBand) = (10 * Double.log10(quiet), nyquist - Self.emptyBand)
    var levels: [Double] = []
    for low in stride(from: edge + Self.flank, through: lastBand, by: Self.emptyBand) {
      levels.append(level(from: low, to: low + Self.emptyBand))
      // One band that is not empty is enough.
      guard quietLevel - levels[levels.count - 1] >= Self.leastDrop else { return false }
    }
    guard let highest = levels.max(), let lowest = levels.min() else { return false }
    let drop = quietLevel - highest
    let isLevel = highest - lowest <= Self.largestUnevenness
    return drop >= (isLevel ? Self.leastDrop : Self.steepDrop)
  }

  /// The upper edge of the last fine band that is not yet far below the flank.
  private func end(near edge: Double) -> Double {
    let limit = level(from: edge - Self.flank, to: edge) - Self.leastDrop
    let bands = stride(from: edge - Self.flank, to: edge + Self.flank, by: 0.5 * Self.fineBand)
    let held = Array(bands).last { level(from: $0, to: $0 + Self.fineBand) >= limit }
    return (held ?? edge - Self.fineBand) + Self.fineBand
  }

  /// The level of the mean power of a band, in decibels.
  private func level(from low: Double, to high: Double) -> Double {
    10
      * Double.log10(
        Statistics.mean(spectrum.bins(from: low, to: high)) ?? AveragedSpectrum.leastPower)
  }
}
