import VoiceTypes

/// Positions of new samples, in old samples from the first.
///
/// With n old and m new samples at the rates p and q (integers in lowest terms), new sample j is at
/// old position (n − 1)/2 + (j − (m − 1)/2) · p/q, a fraction with the denominator 2q. Its
/// fractional part repeats after q samples, so q rows of weights suffice.
///
/// Praat computes the position from times, with a rounding of up to 1e-11 of a sample. The rounding
/// is visible between digital silence and a loud signal: the low-pass rings just below the Nyquist
/// frequency, and the log spectrum shows it. The rounding is therefore reproduced to first order.
struct ResamplingPositions {
  private let old: SampleGrid
  private let new: SampleGrid
  /// The numerator of the first position, and the increment per sample.
  private let start: Int
  private let step: Int
  private let denominator: Int

  /// Computes the positions of `new` in `old`; nil unless both rates are whole numbers of hertz.
  init?(of new: SampleGrid, rate newRate: Hertz, in old: SampleGrid, rate oldRate: Hertz) {
    guard let first = Int(exactly: oldRate.value), let second = Int(exactly: newRate.value)
    else { return nil }
    let divisor = Self.commonDivisor(first, second)
    let (p, q) = (first / divisor, second / divisor)
    self.old = old
    self.new = new
    start = (old.count - 1) * q - (new.count - 1) * p
    step = 2 * p
    denominator = 2 * q
  }

  /// The values of `source` at the positions, with `depth` samples on either side.
  func interpolate(_ source: Span<Double>, depth: Int, window: SincWindow) -> [Double] {
    let interpolator = SincInterpolator(window: window)
    var values = [Double](repeating: 0, count: new.count)
    let period = denominator / 2
    for first in 0..<min(period, new.count) {
      let weights = SincWeights(fraction: exact(first).fraction, depth: depth, window: window)
      for index in stride(from: first, to: new.count, by: period) {
        let (low, fraction) = exact(index)
        guard low + 1 >= depth && low + depth < source.count else {
          values[index] = interpolator.value(of: source, at: rounded(index), depth: depth)
          continue
        }
        let rounding = (rounded(index) - Double(low)) - fraction
        values[index] = weights.sum(of: source, from: low - depth + 1, rounding: rounding)
      }
    }
    return values
  }

  /// The position with Praat's rounding.
  private func rounded(_ index: Int) -> Double {
    (new.time(of: index) - old.firstTime) / old.period
  }

  /// The exact position: the sample before it, and the fraction.
  private func exact(_ index: Int) -> (low: Int, fraction: Double) {
    let numerator = start + index * step
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let low = remainder < 0 ? quotient - 1 : quotient
    return (low, Double(numerator - low * denominator) / Double(denominator))
  }

  private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
