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
  func fit(atHz rate: Double) -> ModulationFit {
    let phases = offsets.map { 2 * .pi * rate * $0 }
    return fit(cosines: phases.map { Double.cos($0) }, sines: phases.map { Double.sin($0) })
  }

  /// The power at evenly spaced rates; each step rotates all phases by a constant angle.
  func powers(fromHz first: Double, stepHz: Double, count: Int) -> [Double] {
    var cosines = offsets.map { Double.cos(2 * .pi * first * $0) }
    var sines = offsets.map { Double.sin(2 * .pi * first * $0) }
    let turns = offsets.map { 2 * .pi * stepHz * $0 }
    let (cosineTurns, sineTurns) = (turns.map { Double.cos($0) }, turns.map { Double.sin($0) })
    return (0..<count).map { _ in
      let power = fit(cosines: cosines, sines: sines).power
      for index in offsets.indices {
        let (cosine, sine) = (cosines[index], sines[index])
        cosines[index] = cosine * cosineTurns[index] - sine * sineTurns[index]
        sines[index] = sine * cosineTurns[index] + cosine * sineTurns[index]
      }
      return power
    }
  }

  /// Solves the normal equations of both waves after removal of mean and line; the deviations have
  /// neither.
  private func fit(cosines: [Double], sines: [Double]) -> ModulationFit {
    var moments = WaveMoments()
    for index in offsets.indices {
      moments.add(
        cosine: cosines[index], sine: sines[index], offset: offsets[index],
        deviation: deviations[index])
    }
    return moments.fit(count: Double(offsets.count), squaredOffsets: squaredOffsets)
  }
}

/// Sums of products of a cosine, a sine, time and a deviation.
private struct WaveMoments {
  private var (cosine, sine) = (0.0, 0.0)
  private var (cosineOffset, sineOffset) = (0.0, 0.0)
  private var (cosineCosine, cosineSine, sineSine) = (0.0, 0.0, 0.0)
  private var (cosineDeviation, sineDeviation) = (0.0, 0.0)

  mutating func add(cosine: Double, sine: Double, offset: Double, deviation: Double) {
    self.cosine += cosine
    self.sine += sine
    cosineOffset += cosine * offset
    sineOffset += sine * offset
    cosineCosine += cosine * cosine
    cosineSine += cosine * sine
    sineSine += sine * sine
    cosineDeviation += cosine * deviation
    sineDeviation += sine * deviation
  }

  func fit(count: Double, squaredOffsets: Double) -> ModulationFit {
    let cc = cosineCosine - cosine * cosine / count - cosineOffset * cosineOffset / squaredOffsets
    let cs = cosineSine - cosine * sine / count - cosineOffset * sineOffset / squaredOffsets
    let ss = sineSine - sine * sine / count - sineOffset * sineOffset / squaredOffsets
    let determinant = cc * ss - cs * cs
    let a = (ss * cosineDeviation - cs * sineDeviation) / determinant
    let b = (cc * sineDeviation - cs * cosineDeviation) / determinant
    return ModulationFit(
      power: (a * cosineDeviation + b * sineDeviation) / count,
      extent: (a * a + b * b).squareRoot())
  }
}
