/// Exact repeated median of slopes of equidistant points; the last point has no median, as in Praat
/// 7.0.
///
/// Siegel (1982), Biometrika 69:242–244. `SlopeCounter` cheaply counts the points whose median is
/// at most a trial slope. Two trial slopes bracket the result and leave few undecided points, whose
/// medians are computed. The trials start at the slope of the previous row.
struct RepeatedMedian {
  /// Number of undecided medians that are computed directly.
  private static let enoughDecided = 24

  /// Offset of a trial from the result, in points, to narrow the bracket from both sides.
  private static let aimBeside = 4

  /// Trial limit, after which all undecided medians are computed.
  private static let maximumTrials = 24

  /// Minimum step of a trial, as a fraction of the bracket; the maximum is the rest.
  private static let leastShare = 0.05

  /// Interval of the bisection trials, for unevenly distributed medians.
  private static let halvingInterval = 4

  /// The first step from a guess, relative to it, and absolute for a guess of zero.
  private static let firstStep = 1e-3
  private static let smallestStep = 1e-12

  /// Trial slope on one side, with the number of medians at or below it, and the slope counts of
  /// each point.
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
  /// The distance of neighbouring medians around the result of the previous row.
  private var spacing = 0.0
  private var reach = 0.0

  /// Allocates for rows of `count` points.
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
    precondition(values.count - first == count, "rows have the declared length")
    for index in 0..<count { row[index] = values[first + index] }
    // For an even number of slopes a median is the mean of two, which a count cannot decide.
    guard count.isMultiple(of: 2) else { return medianOfAll() }
    if isConstant { return 0 }
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

  /// The rank of the median among `count − 1` values, from 1.
  private var rank: Int { count / 2 }

  /// Whether more than half of the points are equal, as in the cepstrum of digital silence; trials
  /// cannot separate equal slopes.
  private var isConstant: Bool {
    let height = row[count / 2]
    return row.reduce(0) { $0 + ($1 == height ? 1 : 0) } > count / 2 + 1
  }

  private mutating func medianOfAll() -> Double {
    medians.removeAll(keepingCapacity: true)
    for point in 0..<(count - 1) { medians.append(medianOfAllSlopes(from: point)) }
    return OrderStatistic.median(of: &medians)
  }

  /// The median slope from `point` to all others; selected from the slopes in the bracket if it is
  /// one of them.
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

  /// Narrows the bracket from below and from above.
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
      narrow(at: trial)
      guard high.count - low.count > Self.enoughDecided else { break }
      let next = nextTrial(round: round)
      guard next > low.slope, next < high.slope else { break }
      trial = next
    }
  }

  /// Replaces the side of the bracket that `slope` is on.
  private mutating func narrow(at slope: Double) {
    counter.count(atMost: slope, in: row, into: &counts)
    let needed = Int32(rank)
    // The last point is excluded.
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

  /// Extends the bracket until it contains the result, then interpolates linearly.
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

  /// The step that should cover `ranks` medians at the density of the previous row, plus a margin;
  /// at least twice the last step.
  private mutating func step(from slope: Double, ranks: Int) -> Double {
    let expected =
      spacing > 0
      ? Double(ranks + Self.aimBeside) * spacing
      : max(Self.firstStep * slope.magnitude, Self.smallestStep)
    reach = max(2 * reach, expected)
    return reach
  }
}
