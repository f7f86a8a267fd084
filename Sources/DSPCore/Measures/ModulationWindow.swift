import RealModule
import VoiceMath

/// Sinusoid fitted to a window.
struct ModulationFit {
  /// The explained sum of squares per point.
  let power: Double

  /// The amplitude of the sinusoid.
  let extent: Double
}

/// Relative deviations from the trend line in one window of a contour.
///
/// The fit of a sinusoid includes offset and line, so that neither a glide nor a window of two and
/// a half waves biases it: the floating-mean periodogram (Ferraz-Mello 1981, Astron J 86:619) with
/// a line added.
struct ModulationWindow {
  private let offsets: [Double]
  private let deviations: [Double]
  private let squaredOffsets: Double

  /// Extracts the points of a contour in `range`, as deviations relative to their mean; nil for too
  /// few points.
  init?(of contour: Contour, in range: Range<Int>) {
    let points = Contour(times: Array(contour.times[range]), values: Array(contour.values[range]))
    guard let trend = LinearTrend(of: points), let middle = Statistics.mean(points.times) else {
      return nil
    }
    offsets = points.times.map { $0 - middle }
    deviations = trend.residuals.map { $0 / trend.mean }
    squaredOffsets = offsets.reduce(0) { $0 + $1 * $1 }
  }

  /// The fit at one rate.
  func fit(atHz rate: Double) -> ModulationFit { fit(waves(atHz: rate)) }

  /// The power at evenly spaced rates; each step rotates all phases by a constant angle.
  func powers(fromHz first: Double, stepHz: Double, count: Int) -> [Double] {
    var waves = waves(atHz: first)
    let turns = self.waves(atHz: stepHz)
    return (0..<count).map { _ in
      let power = fit(waves).power
      for index in waves.indices {
        let (wave, turn) = (waves[index], turns[index])
        waves[index] = wave * turn[0] + SIMD2(-wave[1], wave[0]) * turn[1]
      }
      return power
    }
  }

  /// The cosine and the sine of every phase at one rate.
  private func waves(atHz rate: Double) -> [SIMD2<Double>] {
    offsets.map {
      let phase = 2 * .pi * rate * $0
      return SIMD2(Double.cos(phase), Double.sin(phase))
    }
  }

  /// Solves the normal equations of both waves after removal of mean and line; the deviations have
  /// neither.
  private func fit(_ waves: [SIMD2<Double>]) -> ModulationFit {
    var moments = WaveMoments()
    for index in offsets.indices {
      moments.add(waves[index], offset: offsets[index], deviation: deviations[index])
    }
    return moments.fit(count: Double(offsets.count), squaredOffsets: squaredOffsets)
  }
}

/// Sums of products of a cosine and a sine, of time and of a deviation.
private struct WaveMoments {
  private var sums = SIMD2<Double>.zero
  private var (byOffset, byDeviation) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var squares = SIMD2<Double>.zero
  private var product = 0.0

  mutating func add(_ wave: SIMD2<Double>, offset: Double, deviation: Double) {
    sums += wave
    byOffset += wave * offset
    byDeviation += wave * deviation
    squares += wave * wave
    product += wave[0] * wave[1]
  }

  func fit(count: Double, squaredOffsets: Double) -> ModulationFit {
    let reduced = squares - sums * sums / count - byOffset * byOffset / squaredOffsets
    let (cc, ss) = (reduced[0], reduced[1])
    let cs = product - sums[0] * sums[1] / count - byOffset[0] * byOffset[1] / squaredOffsets
    let determinant = cc * ss - cs * cs
    let a = (ss * byDeviation[0] - cs * byDeviation[1]) / determinant
    let b = (cc * byDeviation[1] - cs * byDeviation[0]) / determinant
    return ModulationFit(
      power: (a * byDeviation[0] + b * byDeviation[1]) / count,
      extent: (a * a + b * b).squareRoot())
  }
}
