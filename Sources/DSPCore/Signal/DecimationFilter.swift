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

  /// Every `step`-th sample of `samples − mean` after the low-pass; zeros surround the samples.
  func decimated(_ samples: Span<Double>, minus mean: Double) -> [Double] {
    let half = weights.count / 2
    var padded = [Double](repeating: 0, count: samples.count + 2 * half)
    for index in 0..<samples.count { padded[half + index] = samples[index] - mean }
    return stride(from: 0, to: samples.count, by: step).map { start in
      Rows.product(
        of: padded.span.extracting(start..<(start + weights.count)), and: weights.span)
    }
  }

  /// The first `count` samples at the former rate of decimated `values`; zeros surround them.
  func interpolated(_ values: [Double], count: Int) -> [Double] {
    let half = weights.count / 2
    let row = weights.span
    let whole = Lanes.whole(of: row.count)
    var padded = [Double](repeating: 0, count: step * values.count + row.count)
    var sums = padded.mutableSpan
    for (index, value) in values.enumerated() {
      let (start, gain) = (index * step, Double(step) * value)
      for place in stride(from: 0, to: whole, by: Lanes.count) {
        let sum = sums.span.eight(at: start + place) + gain * row.eight(at: place)
        sums.set(sum, at: start + place)
      }
      for place in whole..<row.count { sums[start + place] += gain * row[place] }
    }
    return Array(padded[half..<(half + count)])
  }
}
