// The middle of many numbers, again and again, when the numbers change little from one time to the
// next: the middle then lies near that of the last time. A threshold is moved towards it by the
// count of the values below; the two values next to a threshold that divides the row in halves are
// the middle. What is found does not depend on where it was looked for first.

/// The two values in the middle of a row; with an odd count they are one.
package struct MiddlePair: Equatable {
  package let lower: Double
  package let upper: Double

  /// The median.
  package var mean: Double { 0.5 * (lower + upper) }
}

/// Finds the middle of rows.
package struct MedianSelector {
  /// Thresholds that are tried; equal values in the middle need selection.
  private static let maximumTrials = 10

  /// Steps of fewer ranks say too little of how dense the values are.
  private static let leastStep = 4

  private var guess = 0.0
  /// How far one rank is from the next around the middle.
  private var spacing = 0.0
  private var buffer: [Double] = []

  package init() {}

  /// The middle of a row that is not empty.
  package mutating func middle(of values: [Double]) -> MiddlePair {
    precondition(!values.isEmpty, "an empty row has no middle")
    let rank = values.count / 2
    let start = guess
    var bracket = Bracket(count: values.count)
    var (threshold, steps) = (guess, 0)
    for trial in 0..<Self.maximumTrials {
      let below = RowSplit.count(of: values, below: threshold)
      if trial == 0 { steps = rank - below }
      if below == rank || (below == rank + 1 && !values.count.isMultiple(of: 2)) {
        let middle = Self.middle(at: RowSplit(of: values, at: threshold), of: values.count)
        remember(middle, after: start, ranks: steps)
        return middle
      }
      threshold = bracket.next(after: threshold, below: below, spacing: spacing)
    }
    let middle = selected(from: values)
    remember(middle, after: start, ranks: steps)
    return middle
  }

  /// The middle next to a split in halves.
  private static func middle(at split: RowSplit, of count: Int) -> MiddlePair {
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
    // After selection everything before the rank is at most the selected value.
    return MiddlePair(
      lower: OrderStatistic.largest(ofFirst: values.count / 2, in: buffer), upper: upper)
  }
}

/// Between which thresholds the middle lies, as far as is known.
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
