// The median over points of the median slope to all other points, without forming all slopes.
//
// Siegel (1982), Biometrika 69:242–244. For a trial slope s it is cheap to count how many points
// have their median at or below s (`SlopeCounter`). Two trial slopes with the answer between them
// leave the few points undecided whose own medians lie there; only these are computed, and the
// result is the exact one. The trials start from the slope of the row before.

/// Exact repeated medians of slopes, the points one step apart; the last point gives no median of
/// its own, as in Praat 7.0.
struct RepeatedMedian {
  /// So many medians are computed rather than tried for.
  private static let enoughDecided = 24

  /// Trials aim so many points beside the answer, to close in from both sides.
  private static let aimBeside = 4

  /// Trials after which the undecided points are computed, however many.
  private static let maximumTrials = 24

  /// A trial moves at least by this share of the distance between the two sides, and at most by
  /// the rest.
  private static let leastShare = 0.05

  /// One trial in so many halves the distance, in case the medians are not spread evenly.
  private static let halvingInterval = 4

  /// The first step away from a guess, relative to it, and absolute for a guess of zero.
  private static let firstStep = 1e-3
  private static let smallestStep = 1e-12

  /// Trial slopes on either side, how many medians lie at or below them, and how many slopes from
  /// each point do.
  private struct Side {
    var slope: Double
    var count: Int
    var slopeCounts: [Int32]
  }

  private let count: Int
  private var counter: SlopeCounter
  private var row: [Double]
  private var slopes: PointSlopes
  private var medians: [Double]
  private var counts: [Int32]
  private var low: Side
  private var high: Side
  private var guess: Double?
  /// How far one median is from the next around the answer, in the row before.
  private var spacing = 0.0
  private var reach = 0.0

  /// For rows of `count` points.
  init(count: Int) {
    self.count = count
    counter = SlopeCounter(count: count)
    row = Array(repeating: 0, count: count)
    slopes = PointSlopes(count: count)
    medians = []
    counts = Array(repeating: 0, count: count)
    low = Side(slope: -.infinity, count: 0, slopeCounts: counts)
    high = low
  }

  /// The slope of `values[first...]`, per step.
  mutating func slope(of values: [Double], from first: Int) -> Double {
    precondition(values.count - first == count, "rows have the length that was announced")
    for index in 0..<count { row[index] = values[first + index] }
    // With an even number of slopes a median is the mean of two and no count decides on it.
    guard count.isMultiple(of: 2) else { return medianOfAll() }
    if isLevel { return 0 }
    narrow()
    medians.removeAll(keepingCapacity: true)
    let needed = Int32(rank)
    for point in 0..<(count - 1)
    where high.slopeCounts[point] >= needed && low.slopeCounts[point] < needed {
      medians.append(median(at: point))
    }
    let slope = OrderStatistic.smallest(rank: rank - 1 - low.count, of: &medians)
    let width = high.slope - low.slope
    if width.isFinite { spacing = width / Double(high.count - low.count) }
    guess = slope
    return slope
  }

  /// The place of the median among `count − 1` values, from 1.
  private var rank: Int { count / 2 }

  /// Whether more than half of the slopes from more than half of the points are zero, as in the
  /// cepstrum of digital silence; trials cannot tell equal slopes apart.
  private var isLevel: Bool {
    let height = row[count / 2]
    return row.reduce(0) { $0 + ($1 == height ? 1 : 0) } > count / 2 + 1
  }

  private mutating func medianOfAll() -> Double {
    medians.removeAll(keepingCapacity: true)
    for point in 0..<(count - 1) { medians.append(medianOfAllSlopes(from: point)) }
    return OrderStatistic.median(of: &medians)
  }

  /// The median slope from `point` to all others: of the slopes between the two trials alone, if
  /// it is one of them.
  private mutating func median(at point: Int) -> Double {
    slopes.write(of: row, from: point)
    let (below, between) = slopes.collect(after: low.slope, through: high.slope)
    let place = rank - 1 - below
    guard place >= 0 && place < between else { return medianOfAllSlopes(from: point) }
    return slopes.collected(rank: place)
  }

  private mutating func medianOfAllSlopes(from point: Int) -> Double {
    slopes.write(of: row, from: point)
    return slopes.median()
  }

  /// Closes in on the answer from below and from above.
  private mutating func narrow() {
    low.slope = -.infinity
    low.count = 0
    high.slope = .infinity
    high.count = count - 1
    for point in row.indices {
      (low.slopeCounts[point], high.slopeCounts[point]) = (0, Int32(count - 1))
    }
    reach = 0
    var trial = guess ?? medianOfAllSlopes(from: count / 2)
    for round in 0..<Self.maximumTrials {
      take(trial)
      guard high.count - low.count > Self.enoughDecided else { break }
      let next = nextTrial(round: round)
      guard next > low.slope, next < high.slope else { break }
      trial = next
    }
  }

  /// Makes `slope` the side that it is on.
  private mutating func take(_ slope: Double) {
    counter.count(atMost: slope, in: row, into: &counts)
    let needed = Int32(rank)
    // The last point is not asked.
    var decided = counts[count - 1] >= needed ? -1 : 0
    for count in counts { decided += count >= needed ? 1 : 0 }
    if decided < rank {
      (low.slope, low.count) = (slope, decided)
      swap(&low.slopeCounts, &counts)
    } else {
      (high.slope, high.count) = (slope, decided)
      swap(&high.slopeCounts, &counts)
    }
  }

  /// Steps out until the answer is between two trials; then goes where it would lie if the medians
  /// were spread evenly.
  private mutating func nextTrial(round: Int) -> Double {
    guard low.slope.isFinite else {
      return high.slope - step(from: high.slope, ranks: high.count - rank)
    }
    guard high.slope.isFinite else {
      return low.slope + step(from: low.slope, ranks: rank - low.count)
    }
    let width = high.slope - low.slope
    if (round + 1).isMultiple(of: Self.halvingInterval) { return low.slope + 0.5 * width }
    let isLowFar = rank - low.count > 2 * Self.aimBeside
    let target = isLowFar ? rank - Self.aimBeside : rank + Self.aimBeside
    let share = Double(target - low.count) / Double(high.count - low.count)
    return low.slope + min(max(share, Self.leastShare), 1 - Self.leastShare) * width
  }

  /// As far as so many medians reach that lie as densely as those of the row before, and a little
  /// farther; at least twice as far each time.
  private mutating func step(from slope: Double, ranks: Int) -> Double {
    let expected =
      spacing > 0
      ? Double(ranks + Self.aimBeside) * spacing
      : max(Self.firstStep * slope.magnitude, Self.smallestStep)
    reach = max(2 * reach, expected)
    return reach
  }
}
