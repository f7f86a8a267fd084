// The plans that are carried along can be read, and transforms that follow them are right.

import DSPCore
import Testing

@Suite struct CarriedPlansTests {
  private static let sizes = [
    32, 640, 1024, 1280, 2560, 3072, 6400, 7168, 8192, 16_384, 32_768, 524_288, 4_194_304,
  ]

  @Test func `workers share plans as long as one uses them`() {
    let first = TransformPlans.plans(ofSize: 96)

    #expect(TransformPlans.plans(ofSize: 96) === first)
  }

  /// Whether FFTW takes a text or not, the autocorrelation of an impulse is an impulse.
  @Test(arguments: sizes) func `a transform by stored wisdom equals the definition`(size: Int) {
    let transform = RealFFT(size: size)
    var lags = Array(repeating: 0.0, count: size / 2)

    transform.autocorrelate([0, 3, 4], into: &lags)

    let exact = [25.0, 12, 0].map { $0 * Double(size) }
    for (lag, value) in lags.enumerated() {
      let truth = lag < exact.count ? exact[lag] : 0
      #expect((value - truth).magnitude <= 1e-12 * Double(size), "lag \(lag)")
    }
  }
}
