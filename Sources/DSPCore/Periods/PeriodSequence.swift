/// Limits of periods and of comparable amplitudes.
///
/// Defaults: those of Praat's "Get jitter" and "Get shimmer".
public struct PeriodLimits: Sendable {
  /// Shortest period, in seconds.
  public var floor = 0.0001

  /// Longest period, in seconds.
  public var ceiling = 0.02

  /// Largest ratio of neighbouring periods.
  public var maximumPeriodFactor = 1.3

  /// Largest ratio of neighbouring amplitudes.
  public var maximumAmplitudeFactor = 1.6

  /// Creates Praat's defaults.
  public init() {}

  /// Whether a length is between floor and ceiling.
  func allows(_ length: Double) -> Bool { length >= floor && length <= ceiling }

  /// Whether two neighbouring periods are similar enough for a comparison.
  func comparesPeriods(_ first: Double, _ second: Double) -> Bool {
    PeriodSequence.ratio(first, second) <= maximumPeriodFactor
  }
}

/// Intervals between consecutive pulses.
public struct PeriodSequence: Sendable {
  /// The lengths of all intervals, in seconds.
  public let intervals: [Double]

  private let limits: PeriodLimits

  /// Creates the intervals between ascending pulse times, in seconds.
  public init(pulses: [Double], limits: PeriodLimits = PeriodLimits()) {
    intervals = zip(pulses.dropFirst(), pulses).map { $0 - $1 }
    self.limits = limits
  }

  /// The larger of two lengths over the smaller.
  static func ratio(_ first: Double, _ second: Double) -> Double {
    first > second ? first / second : second / first
  }

  /// The intervals of the mean period: inside the limits, and similar to at least one neighbour.
  /// (The windows of jitter are stricter: every neighbour must be similar.)
  public var acceptedPeriods: [Double] {
    intervals.indices.filter { isPeriod($0) }.map { intervals[$0] }
  }

  package func isPeriod(_ index: Int) -> Bool {
    let length = intervals[index]
    guard length > 0, limits.allows(length) else { return false }
    guard index > 0, index + 1 < intervals.count else { return true }
    return limits.comparesPeriods(length, intervals[index - 1])
      || limits.comparesPeriods(length, intervals[index + 1])
  }

  /// The mean of the accepted periods, in seconds; nil without one.
  public var meanPeriod: Double? {
    let periods = acceptedPeriods
    return periods.isEmpty ? nil : periods.reduce(0, +) / Double(periods.count)
  }

  /// All windows of `count` consecutive intervals, each inside the limits and similar to its
  /// neighbours.
  package func windows(of count: Int) -> [ArraySlice<Double>] {
    guard intervals.count >= count else { return [] }
    return (0...(intervals.count - count)).lazy
      .map { intervals[$0..<($0 + count)] }
      .filter(isComparable)
  }

  private func isComparable(_ window: ArraySlice<Double>) -> Bool {
    window.allSatisfy(limits.allows)
      && zip(window.dropFirst(), window).allSatisfy(limits.comparesPeriods)
  }

  /// The length of the longest run of comparable periods, for the "found" value of a reason.
  package var longestRun: Int {
    var (longest, run) = (0, 0)
    for (index, length) in intervals.enumerated() {
      let continues = index > 0 && run > 0 && limits.comparesPeriods(length, intervals[index - 1])
      run = limits.allows(length) ? (continues ? run + 1 : 1) : 0
      longest = max(longest, run)
    }
    return longest
  }
}
