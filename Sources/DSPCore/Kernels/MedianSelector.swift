/// Middle two values of a row; equal for an odd count.
package struct MiddlePair: Equatable {
  package let lower: Double
  package let upper: Double

  /// The median.
  package var mean: Double { 0.5 * (lower + upper) }
}

/// Median of slowly changing rows. It moves a threshold by the count of lower values, starting at
/// the last median, until the threshold splits the row in halves. The result does not depend on the
/// start.
package struct MedianSelector {
  /// Limit of threshold trials; equal values in the middle need selection.
  private static let maximumTrials = 10

  /// Smaller steps, in ranks, give a poor estimate of the density of the values.
  private static let leastStep = 4

  private var guess = 0.0
  /// The estimated distance of neighbouring ranks around the median.
  private var spacing = 0.0
  private var buffer: [Double] = []

  package init() {}

  /// The middle two values of a nonempty row.
  package mutating func middle(of values: [Double]) -> MiddlePair {
    precondition(!values.isEmpty, "an empty row has no median")
    let rank = values.count / 2
    let start = guess
    var bracket = Bracket(count: values.count)
    var (threshold, steps) = (guess, 0)
    for trial in 0..<Self.maximumTrials {
      let below = ThresholdPartition.count(of: values, below: threshold)
      if trial == 0 { steps = rank - below }
      if below == rank || (below == rank + 1 && !values.count.isMultiple(of: 2)) {
        let middle = Self.middle(
          at: ThresholdPartition(of: values, at: threshold), of: values.count)
        remember(middle, after: start, ranks: steps)
        return middle
      }
      threshold = bracket.next(after: threshold, below: below, spacing: spacing)
    }
    let middle = selected(from: values)
    remember(middle, after: start, ranks: steps)
    return middle
  }

  /// The middle two values from a split in halves.
  private static func middle(at split: ThresholdPartition, of count: Int) -> MiddlePair {
    if count.isMultiple(of: 2) {
      return MiddlePair(lower: split.largestBelow, upper: split.smallestAbove)
    }
    let middle = split.below > count / 2 ? split.largestBelow : split.smallestAbove
    return MiddlePair(lower: middle, upper: middle)
  }

  private mutating func remember(_ middle: MiddlePair, after start: Double, ranks: Int) {
    guess = middle.mean
    guard abs(ranks) >= Self.leastStep || spacing == 0, ranks != 0 else { return }
    spacing = abs((guess - start) / Double(ranks))
  }

  private mutating func selected(from values: [Double]) -> MiddlePair {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: values)
    let upper = OrderStatistic.smallest(rank: values.count / 2, of: &buffer)
    guard values.count.isMultiple(of: 2) else { return MiddlePair(lower: upper, upper: upper) }
    // After selection every value before the rank is at most the selected value.
    return MiddlePair(
      lower: OrderStatistic.largest(ofFirst: values.count / 2, in: buffer), upper: upper)
  }
}

/// Bracket of the threshold around the median.
private struct Bracket {
  private let rank: Double
  private var low = (value: -Double.infinity, below: 0.0)
  private var high = (value: Double.infinity, below: 0.0)

  init(count: Int) {
    rank = Double(count / 2)
    high.below = Double(count)
  }

  /// The next threshold to try.
  mutating func next(after threshold: Double, below count: Int, spacing: Double) -> Double {
    let below = Double(count)
    if below > rank { high = (threshold, below) } else { low = (threshold, below) }
    guard low.value.isFinite, high.value.isFinite else {
      return threshold + (rank + 0.5 - below) * spacing
    }
    let share = (rank + 0.5 - low.below) / (high.below - low.below)
    return low.value + share * (high.value - low.value)
  }
}
