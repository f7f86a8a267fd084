import RealModule
public import VoiceTypes

/// Shimmer measures of a sequence of amplitudes, by the definitions of Praat's manual ("Voice 3.
/// Shimmer"), as ratios and decibels.
public struct Shimmer: Sendable, Equatable {
  /// Mean absolute difference of consecutive amplitudes over the mean amplitude; a ratio.
  public let local: Measured

  /// Mean absolute ratio of consecutive amplitudes, in decibels.
  public let localDecibels: Measured

  /// Three-point amplitude perturbation quotient; a ratio.
  public let apq3: Measured

  /// Five-point amplitude perturbation quotient; a ratio.
  public let apq5: Measured

  /// Eleven-point amplitude perturbation quotient; a ratio.
  public let apq11: Measured

  /// Mean absolute second difference over the mean amplitude; three times `apq3`.
  public let dda: Measured

  /// Per-cycle contributions, one row per amplitude.
  private let table: ContributionTable

  /// Measures a sequence; a measure without a single window is unavailable, with the number of
  /// missing amplitudes.
  public init(of amplitudes: PulseAmplitudes) {
    let table = Terms.table(of: amplitudes)
    let sums = table.totals
    func measured(_ statistic: TermStatistic, window count: Int) -> Measured {
      statistic.value(sums)
        ?? .unavailable(
          .tooFewPeriods(needed: count, found: amplitudes.longestRun, of: "consecutive amplitudes"))
    }
    local = measured(Terms.local, window: 2)
    localDecibels = measured(Terms.localDecibels, window: 2)
    apq3 = measured(Terms.apq3, window: 3)
    apq5 = measured(Terms.apq5, window: 5)
    apq11 = measured(Terms.apq11, window: 11)
    dda = measured(Terms.dda, window: 3)
    self.table = table
  }
}

/// Shimmer as sums over pulse amplitudes. The row of a window is that of its first amplitude.
private enum Terms {
  // Column indices of the sums; the next column of each has the number of terms.
  private static let amplitude = 0
  private static let differenceOfTwo = 2
  private static let levelDifferenceOfTwo = 4
  private static let deviationInThree = 6
  private static let deviationInFive = 8
  private static let deviationInEleven = 10
  private static let columnCount = 12

  static let local = TermStatistic(column: differenceOfTwo, base: amplitude)
  static let localDecibels = TermStatistic(column: levelDifferenceOfTwo)
  static let apq3 = TermStatistic(column: deviationInThree, base: amplitude)
  static let apq5 = TermStatistic(column: deviationInFive, base: amplitude)
  static let apq11 = TermStatistic(column: deviationInEleven, base: amplitude)
  static let dda = TermStatistic(column: deviationInThree, base: amplitude, multiple: 3)

  static func table(of amplitudes: PulseAmplitudes) -> ContributionTable {
    var table = ContributionTable(rows: amplitudes.values.count, columns: columnCount)
    // Praat divides by the mean of all amplitudes but the last.
    for (row, value) in amplitudes.values.dropLast().enumerated() {
      table.count(value, row: row, column: amplitude)
    }
    for pair in amplitudes.windows(of: 2) {
      let (row, first, second) = (pair.startIndex, pair[pair.startIndex], pair[pair.startIndex + 1])
      table.count((second - first).magnitude, row: row, column: differenceOfTwo)
      table.count(
        20 * Double.log10(first / second).magnitude, row: row, column: levelDifferenceOfTwo)
    }
    for (count, column) in [(3, deviationInThree), (5, deviationInFive), (11, deviationInEleven)] {
      for window in amplitudes.windows(of: count) {
        table.count(window.deviationOfMiddle, row: window.startIndex, column: column)
      }
    }
    return table
  }
}

extension Shimmer: FeatureExtractor {
  /// The six measures.
  public static let measures: [Measure] = [
    .shimmerLocal, .shimmerLocalDecibels, .shimmerAPQ3, .shimmerAPQ5, .shimmerAPQ11, .shimmerDDA,
  ]

  /// The pulses.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles]

  private static let percent = 100.0

  private static let tabled = [
    TabledMeasure(measure: .shimmerLocal, statistic: Terms.local, unit: percent),
    TabledMeasure(measure: .shimmerLocalDecibels, statistic: Terms.localDecibels, unit: 1),
    TabledMeasure(measure: .shimmerAPQ3, statistic: Terms.apq3, unit: percent),
    TabledMeasure(measure: .shimmerAPQ5, statistic: Terms.apq5, unit: percent),
    TabledMeasure(measure: .shimmerAPQ11, statistic: Terms.apq11, unit: percent),
    TabledMeasure(measure: .shimmerDDA, statistic: Terms.dda, unit: percent),
  ]

  /// The amplitude limits; the period limits are those of jitter.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("maximum_amplitude_factor", PeriodLimits().maximumAmplitudeFactor),
      NamedParameter("amplitude_half_window_periods", PulseAmplitudes.halfWindowPeriods),
    ] + (settings.removesLowSound ? VoiceHighPass.choices(of: "amplitude") : [])
  }

  /// Uses the shimmer of the cycles.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self = voice.cycles.shimmer }

  /// The value; without a voiced frame the reason is `noVoicing`, not the lack of periods.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    voice.pitch.hasVoicing ? value(of: measure) : .unavailable(.noVoicing)
  }

  private func value(of measure: Measure) -> Measured {
    switch measure {
    case .shimmerLocalDecibels: localDecibels
    case .shimmerAPQ3: apq3.scaled(by: Self.percent)
    case .shimmerAPQ5: apq5.scaled(by: Self.percent)
    case .shimmerAPQ11: apq11.scaled(by: Self.percent)
    case .shimmerDDA: dda.scaled(by: Self.percent)
    default: local.scaled(by: Self.percent)
    }
  }

  /// The sampling errors of all six measures, over the periods between the amplitudes.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    voice.cycles.periodsPerBlock.map {
      table.samplingHalfWidths(of: Self.tabled, blockLength: $0)
    } ?? [:]
  }
}
