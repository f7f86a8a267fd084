// Pulse times as periods, and the rules by which a period counts.

/// Which intervals between pulses count as periods, and which amplitudes compare.
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

  /// Praat's defaults.
  public init() {}

  /// Whether a length lies between floor and ceiling.
  func allows(_ length: Double) -> Bool { length >= floor && length <= ceiling }

  /// Whether two neighbouring periods are similar enough to be compared.
  func comparesPeriods(_ first: Double, _ second: Double) -> Bool {
    PeriodSequence.ratio(first, second) <= maximumPeriodFactor
  }
}

/// The intervals between consecutive pulses.
public struct PeriodSequence: Sendable {
  /// The lengths of all intervals, in seconds.
  public let intervals: [Double]

  private let limits: PeriodLimits

  /// The intervals between ascending pulse times, in seconds.
  public init(pulses: [Double], limits: PeriodLimits = PeriodLimits()) {
    intervals = zip(pulses.dropFirst(), pulses).map { $0 - $1 }
    self.limits = limits
  }

  /// The larger of two lengths over the smaller.
  static func ratio(_ first: Double, _ second: Double) -> Double {
    first > second ? first / second : second / first
  }

  /// The intervals that count for the mean period: inside the limits, and not out of step with
  /// both neighbours. (The windows of jitter are stricter: any neighbour rules out.)
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

  /// The mean of the accepted periods, in seconds; nil when there is none.
  public var meanPeriod: Double? {
    let periods = acceptedPeriods
    return periods.isEmpty ? nil : periods.reduce(0, +) / Double(periods.count)
  }

  /// All windows of `count` consecutive intervals in which each is inside the limits and in step
  /// with its neighbours.
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

  /// The length of the longest run of comparable periods: what a reason names as "found".
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
