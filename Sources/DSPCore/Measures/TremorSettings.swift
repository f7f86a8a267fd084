public import VoiceTypes

/// Parameters of the tremor measures.
public enum TremorSettings {
  /// The slowest modulation: that of Brückl's tremor.praat 3.05.
  public static let slowest: Hertz = 1.5

  /// The fastest modulation: that of Brückl's tremor.praat 3.05.
  public static let fastest: Hertz = 15

  /// The window of one sinusoid fit, and the shortest measured interval: two and a half of the
  /// slowest waves, and the typical voiced duration of a recording of two seconds. Longer intervals
  /// are divided into half-overlapping windows, because a tremor does not keep its phase for long.
  public static let window: Seconds = 1.8

  /// The longest distance between points of an interval: five periods at 50 Hz.
  static let longestGap: Seconds = 0.1

  /// The step of the search: a sixth of the width of a peak, one over the window.
  static let searchStep: Hertz = 0.1

  /// The least modulation as a fraction of the mean, below which it is rounding: Brückl's magnitude
  /// threshold.
  static let leastExtent = 0.000_1

  /// Least ratio of the power of the strongest modulation to the random fluctuation around its
  /// rate.
  ///
  /// The mean over more windows fluctuates less, about as one over the square root of their number.
  /// The margin comes from 2 000 random sequences of 2 to 5 s: at most 1 in 100 exceeds it with
  /// independent, correlated (0.5) or slowly wandering cycles; 3 in 100 do if cycles wander by more
  /// than their jitter.
  static func leastPowerRatio(windows: Int) -> Double {
    1 + powerRatioMargin / Double(windows).squareRoot()
  }

  /// The excess of that ratio over one for a single window.
  static let powerRatioMargin = 18.0
}
