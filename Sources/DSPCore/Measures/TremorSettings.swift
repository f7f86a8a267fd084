// The choices behind the tremor measures, in one place.

public import VoiceTypes

/// Where a tremor is looked for, and what counts as one.
public enum TremorSettings {
  /// The slowest modulation: that of Brückl's tremor.praat 3.05.
  public static let slowest: Hertz = 1.5

  /// The fastest modulation: that of Brückl's tremor.praat 3.05.
  public static let fastest: Hertz = 15

  /// The stretch to which one sinusoid is fitted, and the shortest stretch that is measured: two
  /// and a half of the slowest waves, and what a recording of two seconds holds of voice. Longer
  /// stretches are cut into windows of this length, half overlapping, because no tremor keeps its
  /// phase for long.
  public static let window: Seconds = 1.8

  /// Between points of a contour farther apart than this a stretch ends: five periods at 50 Hz.
  static let longestGap: Seconds = 0.1

  /// The step of the search: a sixth of the width of a peak, one over the window.
  static let searchStep: Hertz = 0.1

  /// A smaller modulation, as a share of the mean, is rounding: Brückl's magnitude threshold.
  static let leastExtent = 0.000_1

  /// What the power of the strongest modulation must be of the random fluctuation around its rate.
  ///
  /// The mean over more windows fluctuates less, about as one over the root of their number. The
  /// margin is such that of 2 000 random sequences of 2 to 5 s, with independent, correlated
  /// (0.5) or slowly wandering cycles, at most 1 in 100 comes to it; where cycles wander by more
  /// than their jitter, 3 in 100 do.
  static func leastPowerRatio(windows: Int) -> Double {
    1 + powerRatioMargin / Double(windows).squareRoot()
  }

  /// How far above one that ratio is for a single window.
  static let powerRatioMargin = 18.0
}
