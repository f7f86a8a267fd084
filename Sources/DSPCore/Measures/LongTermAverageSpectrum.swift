import RealModule
internal import VoiceMath
public import VoiceTypes

/// Long-term average spectrum (LTAS): power per hertz in bands, with two measures of its slope.
///
/// Source: Praat manual, "Sound: To Ltas...", "Ltas: Get slope..." and "Ltas: Compute trend
/// line..."; the bands are those of AVQI: Maryn et al. (2010), J Voice 24:540.
public struct LongTermAverageSpectrum: Sendable {
  /// The square of the threshold of hearing, 20 µPa, in Pa²; full scale is one pascal.
  private static let referencePower = 4e-10

  /// The level of a band without energy.
  private static let silentDecibels = -300.0

  /// The bands of the slope, in hertz.
  private static let lowBand = 0.0...1000.0
  static let highBand = 1000.0...10_000.0

  /// The band of the trend line, in hertz.
  private static let trendBand = 1.0...10_000.0

  /// The level of every band, in decibels per hertz.
  public let levels: [Double]

  /// The width of a band; the first one begins at zero.
  public let bandwidth: Hertz

  private let nyquist: Double
  private let isSilent: Bool

  /// Measures a signal.
  /// - Throws: `too_short` if a band is not wider than a bin of the spectrum.
  public init(
    of signal: Signal, bandwidth: Hertz = 1, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    try Self.checkResolution(of: signal, bandwidth: bandwidth)
    let density = EnergySpectrum.density(of: signal, workspace: &workspace)
    self.init(density: density, duration: signal.duration, bandwidth: bandwidth)
  }

  /// Computes the levels from a spectrum.
  package init(density: BandedDensity, duration: Seconds, bandwidth: Hertz) {
    self.init(density: density, duration: duration, bandwidth: bandwidth, through: density.end)
  }

  /// Computes only the bands that slope and tilt need.
  init(balanceOf density: BandedDensity, duration: Seconds, bandwidth: Hertz) {
    // One band more: means include the band that begins at their end.
    let end = Self.highBand.upperBound + 2 * bandwidth.value
    self.init(density: density, duration: duration, bandwidth: bandwidth, through: end)
  }

  private init(density: BandedDensity, duration: Seconds, bandwidth: Hertz, through end: Double) {
    let spread = 10 * Double.log10(density.width * duration.value)
    levels = density.bands(of: bandwidth.value, to: min(end, density.end)).values.map { mean in
      // Mean energy of a bin; division by bin width and duration gives power per hertz.
      let decibels =
        mean > 0
        ? 10 * Double.log10(mean * density.width / Self.referencePower) : Self.silentDecibels
      return decibels - spread
    }
    self.bandwidth = bandwidth
    nyquist = density.end
    isSilent = !density.values.contains { $0 > 0 }
  }

  /// Checks the bin width, which depends on the power-of-two transform size.
  static func checkResolution(of signal: Signal, bandwidth: Hertz) throws(Unavailability) {
    let rate = signal.sampleRate.value
    guard rate / Double(PowerOfTwo.smallest(holding: signal.samples.count)) >= bandwidth.value
    else { return }
    var size = 1
    while rate / Double(size) >= bandwidth.value { size *= 2 }
    throw .tooShort(needed: Seconds(Double(size / 2 + 1) / rate), found: signal.duration)
  }

  /// Mean power of 1–10 kHz over that of 0–1 kHz, in decibels: negative for a falling spectrum.
  public var slope: Measured { slope(of: levels) }

  /// The slope of the trend line through the levels of 1 Hz to 10 kHz, in decibels.
  public var tilt: Measured { slope(of: trendLine) }

  private func slope(of levels: [Double]) -> Measured {
    guard !isSilent else { return .unavailable(.digitalSilence) }
    let power = BandedDensity(
      values: levels.map { Double.pow(10, $0 / 10) }, firstEdge: 0, width: bandwidth.value,
      end: nyquist)
    guard let low = power.mean(from: Self.lowBand.lowerBound, to: Self.lowBand.upperBound),
      let high = power.mean(from: Self.highBand.lowerBound, to: Self.highBand.upperBound)
    else {
      return .unavailable(
        .bandwidthLimited(needed: Hertz(Self.highBand.lowerBound), found: Hertz(nyquist)))
    }
    return Measured(10 * Double.log10(high / low))
  }

  /// The least-squares line through the levels at the band centres.
  private var trendLine: [Double] {
    let middles = levels.indices.map { (Double($0) + 0.5) * bandwidth.value }
    let fitted = levels.indices.filter { Self.trendBand.contains(middles[$0]) }
    let line = LeastSquaresLine(x: fitted.map { middles[$0] }, y: fitted.map { levels[$0] })
    return line.map { line in middles.map(line.value(at:)) } ?? levels
  }
}
