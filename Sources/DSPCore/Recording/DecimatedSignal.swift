internal import VoiceMath
internal import VoiceTypes

/// Smoothed period around each frame of a pitch track.
struct LocalPeriods {
  /// Frames on either side of the median filter, and the minimum voiced ones [E]: a splice unvoices
  /// some.
  private static let reach = 3
  private static let leastVoiced = 5

  /// Maximum deviation from the median period, as a fraction; a larger one is an octave error in a
  /// sustained vowel [E].
  private static let farthest = 0.25

  /// Duration of onset and offset, in seconds [E]; their cycles are irregular.
  private static let onset = 0.1

  private let periods: [Double?]
  private let track: PitchTrack

  /// The median over all frames, in seconds.
  let median: Double

  /// The time from the first to the last voiced frame without onset and offset, in seconds.
  let times: ClosedRange<Double>

  init?(of track: PitchTrack) {
    guard let voiced = track.voicedTime,
      voiced.upperBound - voiced.lowerBound > 2 * Self.onset,
      let f0 = Statistics.quantile(0.5, of: track.voicedFrequencies)
    else { return nil }
    self.track = track
    times = (voiced.lowerBound + Self.onset)...(voiced.upperBound - Self.onset)
    let median = 1 / f0
    self.median = median
    periods = track.frequencies.indices.map { index in
      let (low, high) = (max(0, index - Self.reach), min(track.frameCount - 1, index + Self.reach))
      let voiced = track.frequencies[low...high].filter { $0 > 0 }
      guard voiced.count >= Self.leastVoiced else { return nil }
      let period = Statistics.quantile(0.5, of: voiced).map { 1 / $0 }
      return period.flatMap { abs(median / $0 - 1) < Self.farthest ? $0 : nil }
    }
  }

  /// The period at a time, in seconds; nil for an unvoiced time.
  func period(at time: Double) -> Double? {
    let frame = Int(((time - track.firstFrameTime) / track.timeStep).rounded())
    return periods.indices.contains(frame) ? periods[frame] : nil
  }
}

/// Decimated signal with a fixed number of samples per period; each sample is the mean over its
/// neighbourhood. Low frequencies are sufficient to distinguish cycles.
struct DecimatedSignal {
  /// Samples per period [E]; with half as many, formants shift by a sample.
  private static let samplesPerPeriod = 96.0

  /// Minimum samples per period of the input [E].
  private static let fewest = 12.0

  let samples: [Double]

  /// Cumulative sums of the samples and of their squares.
  private let sums: [Double]
  private let squares: [Double]

  /// The time of the first sample and the sample period, in seconds.
  let start: Double
  let step: Double

  init?(of signal: Signal, in times: ClosedRange<Double>, period: Double) {
    let rate = signal.sampleRate.value
    let width = max(1, Int((rate * period / Self.samplesPerPeriod).rounded()))
    let grid = SampleGrid(of: signal)
    let indices = grid.indices(from: times.lowerBound, to: times.upperBound)
    guard rate * period >= Self.fewest, indices.count >= 2 * width else {
      return nil
    }
    let row = signal.samples.span.extracting(indices)
    let count = row.count / width
    var means = [Double](repeating: 0, count: count)
    var place = 0
    for index in 0..<count {
      var sum = 0.0
      while place < (index &+ 1) &* width {
        // In bounds: `row` has `width` samples for each mean.
        sum += unsafe row[unchecked: place]
        place &+= 1
      }
      means[index] = sum / Double(2 * width)
    }
    // Each sample replaces the first of its two means.
    for index in 0..<(count - 1) { means[index] += means[index + 1] }
    means.removeLast()
    samples = means
    step = Double(width) * signal.samplePeriod
    start = grid.time(of: indices.lowerBound) + 0.5 * (2 * step - signal.samplePeriod)
    var sums = [Double](repeating: 0, count: count)
    var squares = sums
    var (sum, square) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      sum += sample
      square += sample * sample
      sums[index + 1] = sum
      squares[index + 1] = square
    }
    (self.sums, self.squares) = (sums, squares)
  }

  /// The sum of squares of a range of samples without their mean.
  func power(in range: Range<Int>) -> Double {
    let sum = sums[range.upperBound] - sums[range.lowerBound]
    return squares[range.upperBound] - squares[range.lowerBound] - sum * sum / Double(range.count)
  }

  /// The sum of squared differences of a range from the samples `lag` before.
  func difference(of range: Range<Int>, fromBefore lag: Int) -> Double {
    let past = (range.lowerBound - lag)..<(range.upperBound - lag)
    let row = samples.span
    let product = Rows.product(of: row.extracting(range), and: row.extracting(past))
    return max(0, sum(ofSquaresIn: range) + sum(ofSquaresIn: past) - 2 * product)
  }

  private func sum(ofSquaresIn range: Range<Int>) -> Double {
    squares[range.upperBound] - squares[range.lowerBound]
  }

  /// The correlations of the window at a sample with earlier windows at `lags`; nil without enough
  /// signal.
  func fits(at index: Int, period: Double, lags: ClosedRange<Int>) -> LagCorrelations? {
    let count = Int((SpliceCandidate.window * period).rounded())
    let (nearest, farthest) = (lags.lowerBound - 1, lags.upperBound + 1)
    guard index - farthest >= 0, index + count <= samples.count else { return nil }
    return LagCorrelations(
      nearest: nearest,
      values: (nearest...farthest).map {
        correlation(from: index, and: index - $0, count: count)
      })
  }

  /// The correlation of two windows of `count` samples without their means; zero if one is
  /// constant.
  private func correlation(from first: Int, and second: Int, count: Int) -> Double {
    let number = Double(count)
    let (sum, other) = (sums[first + count] - sums[first], sums[second + count] - sums[second])
    let power = squares[first + count] - squares[first] - sum * sum / number
    let otherPower = squares[second + count] - squares[second] - other * other / number
    guard power > 0, otherPower > 0 else { return 0 }
    let span = samples.span
    let product = Rows.product(
      of: span.extracting(first..<(first + count)), and: span.extracting(second..<(second + count)))
    return (product - sum * other / number) / (power * otherPower).squareRoot()
  }
}

/// Correlations of a window with others at a range of lags; the first and the last lag only serve
/// as neighbours.
struct LagCorrelations {
  /// The first lag, in samples.
  let nearest: Int

  /// The correlation at each lag.
  let values: [Double]

  /// The best correlation, interpolated at a peak.
  var best: (fit: Double, lag: Double) {
    var best = 1
    for index in 1..<(values.count - 1) where values[index] > values[best] { best = index }
    return (fit(at: best), lag(at: best))
  }

  /// The lags, in samples, of the best correlation and of every peak of at least `least`.
  func peaks(from least: Double) -> [Double] {
    (1..<(values.count - 1)).filter { values[$0] >= least && isPeak($0) }.map(lag) + [best.lag]
  }

  private func isPeak(_ index: Int) -> Bool {
    values[index] >= values[index - 1] && values[index] >= values[index + 1]
      && curvature(at: index) < 0
  }

  private func curvature(at index: Int) -> Double {
    values[index - 1] - 2 * values[index] + values[index + 1]
  }

  /// The height of the parabola through a value and its neighbours.
  private func fit(at index: Int) -> Double {
    guard isPeak(index) else { return values[index] }
    let slope = values[index - 1] - values[index + 1]
    return min(1, values[index] - 0.125 * slope * slope / curvature(at: index))
  }

  private func lag(at index: Int) -> Double {
    let lag = Double(nearest + index)
    guard isPeak(index) else { return lag }
    return lag + 0.5 * (values[index - 1] - values[index + 1]) / curvature(at: index)
  }
}
