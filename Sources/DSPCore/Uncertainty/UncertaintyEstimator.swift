// The 95 % intervals of a recording's measures, in the units of the results document.

internal import VoiceMath
public import VoiceTypes

/// Intervals for the measures of one recording.
public struct UncertaintyEstimator: Sendable {
  private static let percent = 100.0

  private let bootstrap: BlockBootstrap

  /// An estimator with a seed, to be derived from the recording and nothing else.
  public init(seed: UInt64, resamples: Int = BlockBootstrap.usualResamples) {
    bootstrap = BlockBootstrap(seed: seed, resamples: resamples)
  }

  private typealias Task = @Sendable (inout AnalysisWorkspace) -> [Measure: ConfidenceInterval]

  /// The intervals of F0 mean and median, jitter, shimmer, mean harmonicity, CPPS and the stability
  /// score, and of those only the groups in which something is `wanted`; a measure without a number
  /// has none, nor has a stretch of less than eight blocks.
  public func intervals(
    of analysis: VoiceAnalysis, wanted: Set<Measure> = Set(Measure.allCases),
    workspace: inout AnalysisWorkspace
  ) -> [Measure: ConfidenceInterval] {
    var tasks: [(group: MeasureGroup, task: Task)] = [(.f0, { _ in f0Intervals(of: analysis) })]
    if let perturbation = analysis.perturbation { tasks += self.tasks(for: perturbation) }
    let groups = Set(wanted.map(\.group))
    let asked = tasks.filter { groups.contains($0.group) }.map(\.task)
    return workspace.results(of: asked).reduce(into: [:]) { all, some in
      all.merge(some) { first, _ in first }
    }
  }

  private func tasks(for perturbation: Perturbation) -> [(group: MeasureGroup, task: Task)] {
    let periods = PeriodSequence(pulses: perturbation.pulses)
    return [
      (.jitter, { _ in intervals(of: perturbation.jitter, periods: periods) }),
      (
        .shimmer,
        { _ in
          intervals(
            of: perturbation.shimmer, amplitudes: perturbation.amplitudes, periods: periods)
        }
      ),
      (.hnr, { _ in frameIntervals(of: perturbation.harmonicity) }),
      (.voiceQuality, { _ in frameIntervals(of: perturbation.quality.cepstralPeakProminence) }),
      (
        .stability,
        { _ in
          let stability = interval(
            of: perturbation.quality.stability, pulses: perturbation.pulses,
            amplitudes: perturbation.amplitudes)
          return stability.map { [.stabilityScore: $0] } ?? [:]
        }
      ),
    ]
  }

  private func frameIntervals(of harmonicity: Harmonicity) -> [Measure: ConfidenceInterval] {
    let interval = interval(
      ofMean: harmonicity.frames, timeStep: Seconds(harmonicity.timeStep), stream: .harmonicity)
    return interval.map { [.hnrMean: $0] } ?? [:]
  }

  private func frameIntervals(
    of prominence: CepstralPeakProminence?
  ) -> [Measure: ConfidenceInterval] {
    guard let prominence else { return [:] }
    let interval = interval(
      ofMean: prominence.frames, timeStep: Seconds(prominence.timeStep), stream: .cpps)
    return interval.map { [.cpps: $0] } ?? [:]
  }

  /// The interval of the mean over the frames that have a value; the frames are `timeStep` apart.
  public func interval(
    ofMean frames: [Double?], timeStep: Seconds, stream: BootstrapStream
  ) -> ConfidenceInterval? {
    guard let mean = Statistics.mean(frames.compactMap { $0 }) else { return nil }
    var table = TermTable(rows: frames.count, columns: 2)
    for (row, value) in frames.enumerated() {
      if let value { table.count(value, row: row, column: 0) }
    }
    let halfWidth = bootstrap.halfWidths(
      of: table, blockLength: BlockBootstrap.blockLength(forStep: timeStep.value), stream: stream,
      statistics: [ResampledMeasure.mean(0)])
    return halfWidth[0].map { BootstrapScale.linear.interval(around: mean, halfWidth: $0) }
  }

  /// The interval of a stability score, in percent, given the voicing that was found.
  ///
  /// - Parameters:
  ///   - pulses: The pulses whose periods were scored.
  ///   - amplitudes: The amplitudes that were scored.
  public func interval(
    of stability: StabilityScore, pulses: [Double], amplitudes: PulseAmplitudes
  ) -> ConfidenceInterval? {
    guard let score = stability.scorePercent.number,
      let share = stability.components[.voicing]?.number, share > 0,
      let terms = StabilityTerms(score: stability, pulses: pulses, amplitudes: amplitudes),
      let blockLength = Self.blockLength(of: PeriodSequence(pulses: pulses)),
      let halfWidth = bootstrap.halfWidths(
        of: terms.table, blockLength: blockLength, stream: .stability,
        statistics: [terms.score])[0]
    else { return nil }
    let whole = Self.percent * share
    let interval = BootstrapScale.logistic.interval(around: score / whole, halfWidth: halfWidth)
    return ConfidenceInterval(low: whole * interval.low, high: whole * interval.high)
  }

  private func f0Intervals(of analysis: VoiceAnalysis) -> [Measure: ConfidenceInterval] {
    let pitch = analysis.pitch
    let frames = pitch.frequencies.map { $0 > 0 ? $0 : nil }
    var intervals: [Measure: ConfidenceInterval] = [:]
    intervals[.f0Mean] = interval(
      ofMean: frames, timeStep: Seconds(pitch.timeStep), stream: .f0)
    if let median = analysis.fundamentalFrequency.median.number,
      let halfWidth = bootstrap.halfWidthOfMedian(
        of: frames, blockLength: BlockBootstrap.blockLength(forStep: pitch.timeStep), stream: .f0)
    {
      intervals[.f0Median] = BootstrapScale.linear.interval(around: median, halfWidth: halfWidth)
    }
    return intervals
  }

  /// The intervals of jitter over the periods it was measured on.
  public func intervals(
    of jitter: Jitter, periods: PeriodSequence
  ) -> [Measure: ConfidenceInterval] {
    guard let blockLength = Self.blockLength(of: periods) else { return [:] }
    return bootstrap.intervals(
      of: JitterTerms.measures(jitter), table: JitterTerms.table(of: periods),
      blockLength: blockLength, stream: .jitter)
  }

  /// The intervals of shimmer over the amplitudes it was measured on, and the periods between them.
  public func intervals(
    of shimmer: Shimmer, amplitudes: PulseAmplitudes, periods: PeriodSequence
  ) -> [Measure: ConfidenceInterval] {
    guard let blockLength = Self.blockLength(of: periods) else { return [:] }
    return bootstrap.intervals(
      of: ShimmerTerms.measures(shimmer), table: ShimmerTerms.table(of: amplitudes),
      blockLength: blockLength, stream: .shimmer)
  }

  /// The periods in a block; nil without a period.
  private static func blockLength(of periods: PeriodSequence) -> Int? {
    periods.meanPeriod.map { BlockBootstrap.blockLength(forStep: $0) }
  }
}
