public import VoiceTypes

/// Window and interpolation precision of a frame.
public enum PitchPrecision: Sendable, Equatable {
  /// Hann window, interpolation depth 70.
  case standard
  /// Gaussian window of twice the length (autocorrelation only), interpolation depth 700.
  case veryAccurate
}

/// Level that the silence threshold is relative to.
public enum SilenceReference: String, Sendable, Equatable {
  /// The largest sample, as in Praat.
  case peak
  /// The largest sample, unless a single loud event hides the voice; then the peak without it.
  case peakWithoutEvent = "peak_without_event"
}

/// Parameters of a pitch analysis, with the defaults of Praat's "To Pitch (raw ac)".
public struct PitchSettings: Sendable, Equatable {
  /// Autocorrelation or cross-correlation.
  public var method: PitchMethod = .autocorrelation

  /// Window shape and interpolation depth.
  public var precision: PitchPrecision = .standard

  /// Window length in periods of the pitch floor, before any doubling.
  public var periodsPerWindow = 3.0

  /// Pitch floor and ceiling.
  public var range: PitchRange

  /// The frame step; nil for a quarter of the undoubled window.
  public var timeStep: Seconds?

  /// The frame step in effect.
  public var effectiveTimeStep: Seconds {
    timeStep ?? Seconds(periodsPerWindow / range.floor.value / 4)
  }

  /// Maximum candidates per frame, the unvoiced one included.
  public var maximumCandidates = 15

  /// Silence threshold, as a fraction of the global peak; quieter frames tend to be unvoiced.
  public var silenceThreshold = 0.03

  /// The level that the silence threshold is relative to.
  public var silenceReference: SilenceReference = .peak

  /// The strength of the unvoiced candidate in a loud frame.
  public var voicingThreshold = 0.45

  /// Preference for higher candidates, per octave.
  public var octaveCost = 0.01

  /// Cost of a pitch jump, per octave and 10 ms.
  public var octaveJumpCost = 0.35

  /// Cost of a change of voicing, per 10 ms.
  public var voicedUnvoicedCost = 0.14

  /// The interpolation window, which differs between versions of Praat.
  public var sincWindow: SincWindow

  /// Creates the settings of raw autocorrelation or cross-correlation with Praat's defaults.
  public init(
    method: PitchMethod = .autocorrelation, range: PitchRange,
    sincWindow: SincWindow = .fixedHalfWidth
  ) {
    (self.method, self.range, self.sincWindow) = (method, range, sincWindow)
    if method == .crossCorrelation { periodsPerWindow = 1 }
  }
}
