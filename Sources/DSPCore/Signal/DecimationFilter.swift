import RealModule

/// Windowed-sinc filter with its cut-off at half of the rate after decimation by a whole step, for
/// decimation and for the interpolation back.
///
/// Frequencies up to 0.19 of the new rate pass unchanged; those from 0.81 of it on, which would
/// alias there, are attenuated by 80 dB.
struct DecimationFilter {
  /// The length of the filter in steps, and its Kaiser shape.
  private static let steps = 8
  private static let shape = 8.0

  private let step: Int
  private let weights: [Double]

  /// Designs the filter of a step, in samples.
  init(step: Int) {
    self.step = step
    guard step > 1 else {
      weights = [1]
      return
    }
    let half = Self.steps * step / 2
    let values = (-half...half).map { offset in
      let x = Double.pi * Double(offset) / Double(step)
      let u = Double(offset) / Double(half)
      return (offset == 0 ? 1 : Double.sin(x) / x)
        * ModifiedBessel.orderZero(Self.shape * max(0, 1 - u * u).squareRoot())
    }
    let sum = values.reduce(0, +)
    weights = values.map { $0 / sum }
  }

  /// Half of the length of the filter, in samples.
  var reach: Int { weights.count / 2 }

  /// Every `step`-th sample of `samples − mean` after the low-pass; zeros surround the samples.
  func decimated(_ samples: Span<Double>, minus mean: Double) -> [Double] {
    var padded = [Double](repeating: 0, count: samples.count + 2 * reach)
    for index in 0..<samples.count { padded[reach + index] = samples[index] - mean }
    return decimated(padded: padded.span)
  }

  /// Every `step`-th of the samples after the low-pass; `reach` other samples are on either side.
  func decimated(padded samples: Span<Double>) -> [Double] {
    stride(from: 0, to: samples.count - 2 * reach, by: step).map { start in
      Rows.product(
        of: samples.extracting(start..<(start + weights.count)), and: weights.span)
    }
  }

  /// Subtracts decimated `values` from `samples`, which start at the sample `first` of the former
  /// rate; zeros surround the values.
  func subtract(_ values: [Double], from first: Int, of samples: inout [Double]) {
    // Zeros on either side of the weights replace a comparison per sample.
    let edge = [Double](repeating: 0, count: Lanes.count)
    let padded = edge + weights + edge
    let (row, gains) = (padded.span, values.map { Double(step) * $0 })
    let (count, whole) = (samples.count, Lanes.whole(of: samples.count))
    var target = samples.mutableSpan
    for place in stride(from: 0, to: count, by: Lanes.count) {
      let position = first + reach + place
      let start = position < weights.count ? 0 : (position - weights.count) / step + 1
      let end = min(gains.count, (position + Lanes.count - 1) / step + 1)
      var sum = SIMD8<Double>.zero
      for index in start..<max(start, end) {
        sum += gains[index] * row.eight(at: Lanes.count + position - index * step)
      }
      if place < whole {
        target.set(target.span.eight(at: place) - sum, at: place)
      } else {
        for lane in 0..<(count - place) { target[place + lane] -= sum[lane] }
      }
    }
  }
}
