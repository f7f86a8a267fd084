// Kernels over frames of a sound compared with plain loops.

import DSPCore
import RealModule
import Testing

// Eight angles are turned some hundred times; a mean and a hundred products of order one.
private let roundingTolerance = 1e-13

@Suite struct FrameKernelTests {
  @Test(arguments: [1, 2, 7, 8, 9, 735, 4_001])
  func `a frame under a Hann window equals the product of both`(count: Int) {
    let stretch = TestSignal.uniformNoise(count: count, seed: 1)

    let frame = HannFrame.windowed(stretch.span)

    let plain = zip(stretch, Window.hann(count: count)).map { $0 * $1 }
    let distance = largestDifference(frame, plain)
    print("Hann frame of \(count): \(distance)")
    #expect(frame.count == count)
    #expect(distance < roundingTolerance)
  }

  @Test(arguments: [1, 3, 8, 15, 100, 1_000])
  func `a weighted mean square equals the plain one`(count: Int) {
    let stretch = TestSignal.uniformNoise(count: count, seed: 2).map { $0 + 5 }
    let weights = TestSignal.uniformNoise(count: count, seed: 3).map { 2 + $0 }

    let value = WeightedMeanSquare.value(of: stretch.span, weights: weights.span)

    let mean = stretch.reduce(0, +) / Double(count)
    let power = zip(stretch, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 }
    let distance = abs(value - power / weights.reduce(0, +))
    print("weighted mean square of \(count): \(distance)")
    #expect(distance < roundingTolerance)
  }

  @Test(arguments: [12, 17, 64, 500])
  func `a prediction equals the plain form of Burg's method`(count: Int) {
    let frame = TestSignal.gaussianNoise(count: count, seed: 4)
    var predictor = BurgPredictor(order: 10)

    let hasEnergy = predictor.analyze(frame)

    #expect(hasEnergy)
    let distance = largestDifference(
      predictor.coefficients, Self.plainPrediction(of: frame, order: 10))
    print("Burg prediction of \(count): \(distance)")
    #expect(distance < 100 * roundingTolerance)
  }

  /// f[n] and b[n − 1] side by side from n = stage + 1 on, with fresh rows at every stage.
  private static func plainPrediction(of frame: [Double], order: Int) -> [Double] {
    var (forward, backward) = (frame, frame)
    var coefficients: [Double] = []
    for stage in 0..<order {
      let places = (stage + 1)..<frame.count
      let product = places.reduce(0) { $0 + forward[$1] * backward[$1 - 1] }
      let energy = places.reduce(0) {
        $0 + forward[$1] * forward[$1] + backward[$1 - 1] * backward[$1 - 1]
      }
      let reflection = 2 * product / energy
      coefficients =
        zip(coefficients, coefficients.reversed()).map { $0 - reflection * $1 } + [reflection]
      let (f, b) = (forward, backward)
      for place in places {
        forward[place] = f[place] - reflection * b[place - 1]
        backward[place] = b[place - 1] - reflection * f[place]
      }
    }
    return coefficients
  }
}
