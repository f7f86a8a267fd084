public import VoiceTypes

/// Jitter measures of a sequence of periods, by the definitions of Praat's manual ("Voice 2.
/// Jitter"), as ratios and seconds.
public struct Jitter: Sendable, Equatable {
  /// Mean absolute difference of consecutive periods over the mean period; a ratio.
  public let local: Measured

  /// Mean absolute difference of consecutive periods, in seconds.
  public let localAbsolute: Measured

  /// Relative average perturbation: deviation from the mean of three, over the mean period.
  public let rap: Measured

  /// Five-point period perturbation quotient: deviation from the mean of five.
  public let ppq5: Measured

  /// Mean absolute second difference over the mean period; three times `rap`.
  public let ddp: Measured

  /// Per-cycle contributions, one row per interval between pulses.
  private let table: ContributionTable

  /// Measures a sequence; a measure without a single window is unavailable, with the number of
  /// missing periods.
  public init(of periods: PeriodSequence) {
    let table = Terms.table(of: periods)
    let sums = table.totals
    func measured(_ statistic: TermStatistic, window count: Int) -> Measured {
      statistic.value(sums)
        ?? .unavailable(
          .tooFewPeriods(needed: count, found: periods.longestRun, of: "consecutive periods"))
    }
    local = measured(Terms.local, window: 2)
    localAbsolute = measured(Terms.localAbsolute, window: 2)
    rap = measured(Terms.rap, window: 3)
    ppq5 = measured(Terms.ppq5, window: 5)
    ddp = measured(Terms.ddp, window: 3)
    self.table = table
  }
}

/// Jitter as sums over periods. The row of a window is that of its first period.
private enum Terms {
  // Column indices of the sums; the next column of each has the number of terms.
  private static let length = 0
  private static let differenceOfTwo = 2
  private static let deviationInThree = 4
  private static let deviationInFive = 6
  private static let columnCount = 8

  static let local = TermStatistic(column: differenceOfTwo, base: length)
  static let localAbsolute = TermStatistic(column: differenceOfTwo)
  static let rap = TermStatistic(column: deviationInThree, base: length)
  static let ppq5 = TermStatistic(column: deviationInFive, base: length)
  static let ddp = TermStatistic(column: deviationInThree, base: length, multiple: 3)

  static func table(of periods: PeriodSequence) -> ContributionTable {
    var table = ContributionTable(rows: periods.intervals.count, columns: columnCount)
    for row in periods.intervals.indices where periods.isPeriod(row) {
      table.count(periods.intervals[row], row: row, column: length)
    }
    for pair in periods.windows(of: 2) {
      table.count(pair.rise.magnitude, row: pair.startIndex, column: differenceOfTwo)
    }
    for (count, column) in [(3, deviationInThree), (5, deviationInFive)] {
      for window in periods.windows(of: count) {
        table.count(window.deviationOfMiddle, row: window.startIndex, column: column)
      }
    }
    return table
  }
}

extension Jitter: FeatureExtractor {
  /// The five measures.
  public static let measures: [Measure] = [
    .jitterLocal, .jitterLocalAbsolute, .jitterRAP, .jitterPPQ5, .jitterDDP,
  ]

  /// The pulses.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles]

  private static let percent = 100.0
  private static let microsecondsPerSecond = 1e6

  private static let tabled = [
    TabledMeasure(measure: .jitterLocal, statistic: Terms.local, unit: percent),
    TabledMeasure(
      measure: .jitterLocalAbsolute, statistic: Terms.localAbsolute, unit: microsecondsPerSecond),
    TabledMeasure(measure: .jitterRAP, statistic: Terms.rap, unit: percent),
    TabledMeasure(measure: .jitterPPQ5, statistic: Terms.ppq5, unit: percent),
    TabledMeasure(measure: .jitterDDP, statistic: Terms.ddp, unit: percent),
  ]

  /// The pulse fallback, and the limits of periods.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    let limits = PeriodLimits()
    return [
      NamedParameter("pulse_fallback", .text(settings.pulseFallback.rawValue)),
      NamedParameter("period_floor_s", limits.floor),
      NamedParameter("period_ceiling_s", limits.ceiling),
      NamedParameter("maximum_period_factor", limits.maximumPeriodFactor),
    ]
  }

  /// Uses the jitter of the cycles.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self = voice.cycles.jitter }

  /// The value; without a voiced frame the reason is `noVoicing`, not the lack of periods.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    voice.pitch.hasVoicing ? value(of: measure) : .unavailable(.noVoicing)
  }

  private func value(of measure: Measure) -> Measured {
    switch measure {
    case .jitterLocalAbsolute: localAbsolute.scaled(by: Self.microsecondsPerSecond)
    case .jitterRAP: rap.scaled(by: Self.percent)
    case .jitterPPQ5: ppq5.scaled(by: Self.percent)
    case .jitterDDP: ddp.scaled(by: Self.percent)
    default: local.scaled(by: Self.percent)
    }
  }

  /// The sampling errors of all five measures.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    voice.cycles.periodsPerBlock.map(samplingHalfWidths) ?? [:]
  }

  /// The sampling errors from the periods alone.
  package func samplingHalfWidths(periodsPerBlock: Int) -> [Measure: Double] {
    table.samplingHalfWidths(of: Self.tabled, blockLength: periodsPerBlock)
  }
}

extension RandomAccessCollection<Double> where Index == Int {
  /// The second value minus the first.
  var rise: Double { self[startIndex + 1] - self[startIndex] }

  /// The distance of the middle of an odd number of values from their mean.
  var deviationOfMiddle: Double {
    (self[startIndex + count / 2] - reduce(0, +) / Double(count)).magnitude
  }
}
