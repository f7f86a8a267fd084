import RealModule
internal import VoiceMath
public import VoiceTypes

/// Highest frequency with energy in a signal, and its Nyquist frequency.
///
/// A telephone line, a wireless headset, upsampling and lossy coding end the spectrum well below
/// Nyquist, which the header does not show. A voice also falls off towards high frequencies. At a
/// cut-off, however, the level between the harmonics is far above the rest of the spectrum, and the
/// rest is flat. The search finds the lowest frequency with both properties. Images of a lower
/// sample rate are a second evidence; see ``SpectralImages``. Both are project rules, with constants
/// chosen on real recordings, original, low-passed and resampled.
public struct EffectiveBandwidth: Sendable, Equatable {
  /// Upper end of the spectrum; `nyquist` without a cut-off.
  public let end: Hertz

  /// Half of the sample rate.
  public let nyquist: Hertz

  /// Measures a signal; nil for digital silence and for less than one window, about 0.1 s.
  public init?(of signal: Signal, workspace: inout AnalysisWorkspace) {
    self.init(of: signal.samples.span, at: signal.sampleRate, workspace: &workspace)
  }

  /// Measures a segment of a signal, in seconds.
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

  /// Finds the upper end of a spectrum.
  package init(of spectrum: AveragedSpectrum) {
    nyquist = Hertz(spectrum.nyquist)
    let cutOff = BandwidthSearch(spectrum: spectrum).cutOff ?? spectrum.nyquist
    end = Hertz(min(cutOff, spectrum.imageEdge ?? cutOff))
  }
}

/// Search for the cut-off frequency of a spectrum.
private struct BandwidthSearch {
  /// The lowest cut-off, in hertz; a telephone line ends at 3.4 kHz.
  private static let lowestCutOff = 3000.0
  private static let searchStep = 100.0

  /// Width of the band below an edge, and of the transition above it, in hertz.
  private static let flank = 500.0

  /// Width of the bands above the transition, in hertz.
  private static let emptyBand = 250.0

  /// The fraction of the flank's bins that lies between the harmonics.
  private static let quietShare = 0.1

  /// Least drop of all higher bands below the quiet bins of the flank, and their maximum range, in
  /// dB.
  private static let leastDrop = 20.0
  private static let largestUnevenness = 15.0

  /// A drop that no natural spectrum has within a transition, in dB. The higher bands need not be
  /// flat then: without quantisation they contain the leakage of the window.
  private static let steepDrop = 40.0

  /// Bandwidth that locates the end, in hertz.
  private static let fineBand = 100.0

  let spectrum: AveragedSpectrum

  private var nyquist: Double { spectrum.nyquist }

  /// The cut-off frequency, in hertz; nil without one.
  var cutOff: Double? {
    let last = nyquist - 2 * Self.flank
    return stride(from: Self.lowestCutOff, through: last, by: Self.searchStep)
      .first(where: isCutOff).map(end(near:))
  }

  private func isCutOff(at edge: Double) -> Bool {
    var flank = spectrum.bins(from: edge - Self.flank, to: edge)
    guard let quiet = OrderStatistic.quantile(Self.quietShare, of: &flank) else { return false }
    let (quietLevel, lastBand) = (10 * Double.log10(quiet), nyquist - Self.emptyBand)
    var levels: [Double] = []
    for low in stride(from: edge + Self.flank, through: lastBand, by: Self.emptyBand) {
      // A single tone does not move the median of a band.
      var band = spectrum.bins(from: low, to: low + Self.emptyBand)
      let median = OrderStatistic.quantile(0.5, of: &band)
      levels.append(10 * Double.log10(median ?? AveragedSpectrum.leastPower))
      // One nonempty band is sufficient.
      guard quietLevel - levels[levels.count - 1] >= Self.leastDrop else { return false }
    }
    guard let highest = levels.max(), let lowest = levels.min() else { return false }
    let drop = quietLevel - highest
    let isLevel = highest - lowest <= Self.largestUnevenness
    return drop >= (isLevel ? Self.leastDrop : Self.steepDrop)
  }

  /// Upper edge of the last fine band that is not yet far below the flank, in hertz.
  private func end(near edge: Double) -> Double {
    let limit = level(from: edge - Self.flank, to: edge) - Self.leastDrop
    let bands = stride(from: edge - Self.flank, to: edge + Self.flank, by: 0.5 * Self.fineBand)
    let held = Array(bands).last { level(from: $0, to: $0 + Self.fineBand) >= limit }
    return (held ?? edge - Self.fineBand) + Self.fineBand
  }

  /// Level of the mean power of a band, in decibels.
  private func level(from low: Double, to high: Double) -> Double {
    10
      * Double.log10(
        Statistics.mean(spectrum.bins(from: low, to: high)) ?? AveragedSpectrum.leastPower)
  }
}
