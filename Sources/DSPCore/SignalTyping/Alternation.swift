// Whether every second cycle is longer or louder. Around each cycle the mean of its neighbours is
// taken away, which leaves slow change behind; then every second sign is turned, so that
// alternation becomes a constant and chance does not:
//   y(j) = (−1)^j · (2 v(j) − v(j−1) − v(j+1)) / 4
// The windows are short because alternation may change sides when a cycle is missed. What the mean
// of y is worth is judged against its scatter in the same windows: independent perturbation of any
// size gives the same ratio of the two.

internal import VoiceMath

/// The alternating part of a sequence of periods or amplitudes.
public struct Alternation: Sendable, Equatable {
  /// How far neighbours differ by alternation, in percent of their mean; what independent
  /// perturbation of this size would feign is taken off.
  public let percent: Double

  /// The share of the power of y that is its mean, 0 … 1: 1 for pure alternation, 0.16 on average
  /// for independent perturbation.
  public let share: Double

  /// The share of the segment that alternates by itself, 0 … 1: windows beyond both limits over
  /// all windows that the segment could have.
  public let presence: Double

  /// Windows that were averaged.
  public let windows: Int
}

extension Alternation {
  /// Whether cycles two apart are more alike than neighbours, by more than chance and by a limit: of
  /// sequences that only jitter about one in a hundred passes for that.
  func isEvident(limitPercent: Double) -> Bool {
    windows >= SignalTypeLimits.alternationWindows && percent >= limitPercent
      && share >= SignalTypeLimits.alternatingShare
      && presence >= SignalTypeLimits.alternatingPresence
  }
}

extension Alternation {
  /// Cycles whose y is averaged: few enough to lie between two missed cycles, enough for a mean.
  private static let cyclesPerWindow = 16

  /// Cycles in a window: those averaged and a neighbour on either side.
  package static let windowLength = cyclesPerWindow + 2

  // The mean of n values of y holds n − 2 independent cycles whole and, of the two at either end,
  // ¾ and ¼: (n − 2 + 2·(9/16 + 1/16)) / n² of the variance of a cycle. One y has (4 + 1 + 1)/16.
  private static let varianceOfMean =
    (Double(cyclesPerWindow) - 0.75) / Double(cyclesPerWindow * cyclesPerWindow)
  private static let varianceOfOne = 0.375

  /// The ratio of squared mean to scatter within a window that independent perturbation gives.
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
  }
}

/// The squared mean of y in a window, and its variance about that mean.
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
