import RealModule
public import VoiceTypes

/// Amplitudes at the pulses between two comparable periods. As in Praat, the amplitude is no peak:
/// it is the Hann-weighted RMS from 0.2 periods before a pulse to 0.2 periods after it.
public struct PulseAmplitudes: Sendable {
  /// Half width of the window on either side of a pulse, as a fraction of the adjacent period.
  static let halfWindowPeriods = 0.2

  /// Minimum samples of a weighted mean.
  private static let leastSamples = 3

  /// The pulse of each amplitude, in seconds, ascending.
  public let times: [Double]

  /// The amplitudes, in full-scale units; positive.
  public let values: [Double]

  private(set) var limits: PeriodLimits

  /// Measures the signal around each pulse.
  public init(of signal: Signal, pulses: [Double], limits: PeriodLimits = PeriodLimits()) {
    let grid = SampleGrid(of: signal)
    var times: [Double] = []
    var values: [Double] = []
    for index in pulses.indices.dropFirst().dropLast() {
      let before = pulses[index] - pulses[index - 1]
      let after = pulses[index + 1] - pulses[index]
      guard limits.allows(before), limits.allows(after), limits.comparesPeriods(before, after),
        let amplitude = Self.weightedRMS(
          signal.samples, grid: grid, at: pulses[index],
          left: Self.halfWindowPeriods * before, right: Self.halfWindowPeriods * after)
      else { continue }
      times.append(pulses[index])
      values.append(amplitude)
    }
    self.times = times
    self.values = values
    self.limits = limits
  }

  /// Returns the amplitudes with another maximum factor between neighbours.
  func compared(upTo factor: Double) -> PulseAmplitudes {
    var others = self
    others.limits.maximumAmplitudeFactor = factor
    return others
  }

  private static func weightedRMS(
    _ samples: [Double], grid: SampleGrid, at time: Double, left: Double, right: Double
  ) -> Double? {
    let range = grid.indices(from: time - left, to: time + right)
    guard range.count >= leastSamples else { return nil }
    // The weight falls to zero over `left` on one side and over `right` on the other.
    let middle = min(max(range.lowerBound, grid.highIndex(at: time)), range.upperBound)
    var sums = RaisedCosineSums()
    sums.add(
      samples.span.extracting(range.lowerBound..<middle),
      firstAngle: .pi * (grid.time(of: range.lowerBound) - time) / left,
      step: .pi * grid.period / left)
    sums.add(
      samples.span.extracting(middle..<range.upperBound),
      firstAngle: .pi * (grid.time(of: middle) - time) / right, step: .pi * grid.period / right)
    let amplitude = (sums.power / sums.weights).squareRoot()
    return amplitude > 0 ? amplitude : nil
  }

  /// All windows of `count` consecutive amplitudes with accepted periods between them and similar
  /// neighbours.
  package func windows(of count: Int) -> [ArraySlice<Double>] {
    guard values.count >= count else { return [] }
    return (0...(values.count - count)).lazy
      .filter { first in
        (first..<(first + count - 1)).allSatisfy { follows($0) }
      }
      .map { values[$0..<($0 + count)] }
  }

  /// Whether the amplitude after `index` is comparable with the one at `index`.
  private func follows(_ index: Int) -> Bool {
    limits.allows(times[index + 1] - times[index])
      && PeriodSequence.ratio(values[index], values[index + 1]) <= limits.maximumAmplitudeFactor
  }

  /// The length of the longest run of comparable amplitudes, for the "found" value of a reason.
  package var longestRun: Int {
    guard !values.isEmpty else { return 0 }
    var (longest, run) = (1, 1)
    for index in 0..<(values.count - 1) {
      run = follows(index) ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}
