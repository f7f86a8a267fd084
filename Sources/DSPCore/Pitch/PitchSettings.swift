// The arguments of a pitch analysis, with the defaults of Praat's "To Pitch (raw ac)".

public import VoiceTypes

/// How long and how finely a frame is looked at.
public enum PitchPrecision: Sendable, Equatable {
  /// Hann window, interpolation depth 70.
  case standard
  /// Gaussian window of twice the length (autocorrelation only), interpolation depth 700.
  case veryAccurate
}

/// The arguments of a pitch analysis.
public struct PitchSettings: Sendable, Equatable {
  /// Autocorrelation or cross-correlation.
  public var method: PitchMethod = .autocorrelation

  /// Window shape and interpolation depth.
  public var precision: PitchPrecision = .standard

  /// Window length in periods of the pitch floor, before any doubling.
  public var periodsPerWindow = 3.0

  /// Pitch floor and ceiling.
  public var range: PitchRange

  /// The time between frames; nil for a quarter of the undoubled window.
  public var timeStep: Seconds?

  /// The time between frames that is in force.
  public var effectiveTimeStep: Seconds {
    timeStep ?? Seconds(periodsPerWindow / range.floor.value / 4)
  }

  /// Candidates kept per frame, the unvoiced one included.
  public var maximumCandidates = 15

  /// Frames whose peak is below this share of the global peak lean towards unvoiced.
  public var silenceThreshold = 0.03

  /// The strength that the unvoiced candidate has in a loud frame.
  public var voicingThreshold = 0.45

  /// Preference for higher candidates, per octave.
  public var octaveCost = 0.01

  /// Cost of a pitch jump, per octave and 10 ms.
  public var octaveJumpCost = 0.35

  /// Cost of a change of voicing, per 10 ms.
  public var voicedUnvoicedCost = 0.14

  /// Which Praat's interpolation window is used.
  public var sincWindow: SincWindow = .fixedHalfWidth

  /// Raw autocorrelation or cross-correlation with Praat's defaults.
  public init(method: PitchMethod = .autocorrelation, range: PitchRange) {
    self.method = method
    self.range = range
    if method == .crossCorrelation { periodsPerWindow = 1 }
  }
}
