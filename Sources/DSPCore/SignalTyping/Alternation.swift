internal import VoiceMath

/// Period-2 (ABAB) alternation of a sequence of periods or amplitudes.
///
/// Around each cycle the mean of its neighbours is subtracted, which removes slow change. Then
/// every second sign is inverted, which makes alternation constant and chance zero-mean:
///
///     y(j) = (−1)^j · (2 v(j) − v(j−1) − v(j+1)) / 4
///
/// The windows are short, because a missed cycle inverts the alternation. The mean of y is judged
/// by its scatter in the same windows: independent perturbation of any size gives the same ratio of
/// the two.
public struct Alternation: Sendable, Equatable {
  /// The alternation of neighbours, in percent of their mean, corrected for independent
  /// perturbation.
  public let percent: Double

  /// The fraction of the power of y in its mean, 0 … 1: 1 for pure alternation, 0.16 on average for
  /// independent perturbation.
  public let share: Double

  /// The fraction of windows that alternate by themselves, 0 … 1: windows beyond both limits over
  /// all possible windows of the segment.
  public let presence: Double

  /// Number of averaged windows.
  public let windows: Int

  /// Limit of the alternation, in percent.
  let limitPercent: Double
}

extension Alternation {
  /// Whether cycles two apart are more similar than neighbours, by more than chance and by the
  /// limit. About one in a hundred sequences of pure jitter passes.
  var isEvident: Bool {
    windows >= SignalTypeLimits.alternationWindows && percent >= limitPercent
      && share >= SignalTypeLimits.alternatingShare
      && presence >= SignalTypeLimits.alternatingPresence
  }
}

extension Alternation {
  /// Averaged cycles per window: few enough to fit between two missed cycles, enough for a mean.
  private static let cyclesPerWindow = 16

  /// Cycles per window: those averaged and a neighbour on either side.
  package static let windowLength = cyclesPerWindow + 2

  // The mean of n values of y contains n − 2 independent cycles in full and, of the two at either
  // end, ¾ and ¼: (n − 2 + 2·(9/16 + 1/16)) / n² of the variance of a cycle. One y has (4 + 1 +
  // 1)/16.
  private static let varianceOfMean =
    (Double(cyclesPerWindow) - 0.75) / Double(cyclesPerWindow * cyclesPerWindow)
  private static let varianceOfOne = 0.375

  /// The ratio of squared mean to scatter within a window under independent perturbation.
  private static let chanceRatio = varianceOfMean / (varianceOfOne - varianceOfMean)

  /// Measures windows of `windowLength` consecutive positive values out of a sequence of `count`;
  /// nil without a window.
  package init?(in windows: [ArraySlice<Double>], outOf count: Int, limitPercent: Double) {
    let moments = windows.map { Moments(of: $0) }
    guard let power = Statistics.mean(moments.map(\.power)),
      let scatter = Statistics.mean(moments.map(\.scatter))
    else { return nil }
    let alternating = moments.count { moment in
      // y is half the difference of neighbours.
      200 * moment.power.squareRoot() >= limitPercent
        && moment.share >= SignalTypeLimits.alternatingShare
    }
    percent = 200 * max(0, power - Self.chanceRatio * scatter).squareRoot()
    share = Moments(power: power, scatter: scatter).share
    presence = Double(alternating) / Double(max(windows.count, count - Self.windowLength + 1))
    self.windows = windows.count
    self.limitPercent = limitPercent
  }
}

/// Squared mean of y in a window, with its variance.
private struct Moments {
  let power: Double
  let scatter: Double

  var share: Double { power > 0 ? power / (power + scatter) : 0 }

  init(power: Double, scatter: Double) {
    self.power = power
    self.scatter = scatter
  }

  init(of window: ArraySlice<Double>) {
    let values = Array(window)
    let scale = 4 * values.reduce(0, +) / Double(values.count)
    let turned = (1..<(values.count - 1)).map { index in
      let departure = (2 * values[index] - values[index - 1] - values[index + 1]) / scale
      return index.isMultiple(of: 2) ? departure : -departure
    }
    let mean = turned.reduce(0, +) / Double(turned.count)
    power = mean * mean
    scatter = turned.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(turned.count)
  }
}
