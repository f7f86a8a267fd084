import RealModule
import VoiceMath
public import VoiceTypes

/// Variation of F0 over the sustained sound: standard deviations, and modulation in two bands.
///
/// The modulation is the root mean square of the period-by-period F0 in a band of rates, relative
/// to its mean, in cents. It is a median over half-overlapping windows, so that one irregular
/// window does not decide. A sinusoid of extent e percent inside a band has e / √2 percent.
/// Definition of this project; the fit of a rate is that of ``ContourTremor``.
public struct F0Variation: Sendable, Equatable {
  /// Standard deviation (n − 1) over the voiced frames, in hertz.
  public let standardDeviation: Measured

  /// Standard deviation (n − 1) of the frame values, in semitones.
  public let standardDeviationSemitones: Measured

  /// Modulation at 3 … 7 Hz, in cents.
  public let slowModulation: Measured

  /// Modulation at 7 … 15 Hz, in cents.
  public let fastModulation: Measured

  /// The bands of modulation: those of a tremor and of faster, irregular fluctuation.
  static let slowBand: ClosedRange<Hertz> = 3...7
  static let fastBand: ClosedRange<Hertz> = 7...15

  /// The window of a fit, and the shortest measured interval: a vowel of a second has one.
  static let window: Seconds = 0.8

  /// The step of the rates: a twelfth of the resolution of the window.
  private static let step: Hertz = 0.1

  private static let centsPerNeper = 1200 / Double.log(2)

  /// Measures the pitch and the periods of a vowel.
  public init(pitch: PitchTrack, periods: PeriodSequence) {
    let f0 = FundamentalFrequency(of: pitch)
    standardDeviation = f0.standardDeviation
    standardDeviationSemitones = f0.standardDeviationSemitones
    let contour = Contour(frequenciesOf: periods)
    let windows = contour.windows(of: Self.window)
    guard !windows.isEmpty else {
      let reason =
        contour.times.isEmpty
        ? Unavailability.noVoicing
        : .tooShort(
          needed: Self.window, found: contour.longestStretch,
          of: TextCatalogue.notes.text("voice_without_a_break"))
      (slowModulation, fastModulation) = (.unavailable(reason), .unavailable(reason))
      return
    }
    slowModulation = Self.modulation(of: windows, at: Self.slowBand)
    fastModulation = Self.modulation(of: windows, at: Self.fastBand)
  }

  /// The median over windows of the root mean square in a band, in cents. The power of a fit,
  /// summed over rates that are one resolution apart, is the variance of the band.
  private static func modulation(
    of windows: [ModulationWindow], at band: ClosedRange<Hertz>
  ) -> Measured {
    let width = band.upperBound.value - band.lowerBound.value
    let count = Int((width / step.value).rounded())
    let extents = windows.map { window in
      let powers = window.powers(
        fromHz: band.lowerBound.value + 0.5 * step.value, stepHz: step.value, count: count)
      return (powers.reduce(0, +) * step.value * Self.window.value).squareRoot()
    }
    return Measured(centsPerNeper * (Statistics.quantile(0.5, of: extents) ?? 0))
  }
}

extension F0Variation: FeatureExtractor {
  /// Standard deviations and modulation.
  public static let measures: [Measure] = [
    .f0StandardDeviation, .f0StandardDeviationSemitones, .f0ModulationSlow, .f0ModulationFast,
  ]

  /// The vowel and its cycles.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles, .vowel]

  /// The bands and the window of the modulation.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    SustainedVowel.choices(of: "f0_variation", in: settings) + [
      NamedParameter("f0_modulation_lowest_hz", slowBand.lowerBound.value),
      NamedParameter("f0_modulation_middle_hz", slowBand.upperBound.value),
      NamedParameter("f0_modulation_highest_hz", fastBand.upperBound.value),
      NamedParameter("f0_modulation_window_s", window.value),
    ]
  }

  /// Measures the vowel of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self.init(pitch: voice.vowel.pitch, periods: voice.vowel.cycles.periods)
  }

  /// The value; all have the unit of the document.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .f0StandardDeviationSemitones: standardDeviationSemitones
    case .f0ModulationSlow: slowModulation
    case .f0ModulationFast: fastModulation
    default: standardDeviation
    }
  }

  /// The sampling errors of the standard deviations, over the frames.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    let frames = voice.vowel.pitch.frequencies.map { $0 > 0 ? $0 : nil }
    let timeStep = Seconds(voice.vowel.pitch.timeStep)
    var halfWidths: [Measure: Double] = [:]
    halfWidths[.f0StandardDeviation] = SamplingError.halfWidth(
      ofDeviation: frames, timeStep: timeStep)
    halfWidths[.f0StandardDeviationSemitones] = SamplingError.halfWidth(
      ofDeviation: frames.map { $0.map { 12 * Double.log2($0) } }, timeStep: timeStep)
    return halfWidths
  }
}
