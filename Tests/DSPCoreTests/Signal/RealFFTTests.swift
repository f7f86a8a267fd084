// Correlations by way of the transform, against their direct sums.

import DSPCore
import Testing

// Sums of some hundred products below one; a transform rounds a few times per doubling.
private let transformTolerance = 1e-13

@Suite struct RealFFTTests {
  private let noise = TestSignal.uniformNoise(count: 200, seed: 2)

  // 60 + 30 − 1 = 89 is the least size without wrapping, and odd.
  @Test(arguments: [89, 90, 128])
  func `autocorrelation equals the direct sums`(size: Int) {
    let transform = RealFFT(size: size)
    let segment = Array(noise.prefix(60))
    var lags = [Double](repeating: 0, count: 30)

    transform.autocorrelate(segment, into: &lags)

    let found = lags.map { $0 / Double(size) }
    let expected = lags.indices.map { plainSum(segment, lag: $0) }
    #expect(largestDifference(found, expected) < transformTolerance)
  }

  // 50 + 41 − 1 = 90 is the least size without wrapping.
  @Test(arguments: [90, 96, 128])
  func `cross-correlation of a window with its section equals the direct sums`(size: Int) {
    let transform = RealFFT(size: size)
    let stretch = Array(noise.prefix(90))
    var lags = [Double](repeating: 0, count: 41)

    transform.crossCorrelate(
      stretch.span.extracting(0..<50), with: stretch.span, lagCount: 41, into: &lags)

    let found = lags.map { $0 / Double(size) }
    let expected = lags.indices.map { lag in
      (0..<50).reduce(0) { $0 + stretch[$1] * stretch[$1 + lag] }
    }
    #expect(largestDifference(found, expected) < transformTolerance)
  }

  @Test func `a used transform gives the same bits as a new one`() {
    let used = RealFFT(size: 128)
    var (first, again, fresh) = (
      [Double](repeating: 0, count: 30), [Double](repeating: 0, count: 30),
      [Double](repeating: 0, count: 30)
    )

    used.autocorrelate(Array(noise.prefix(60)), into: &first)
    let tail = Array(noise.suffix(100))
    used.crossCorrelate(
      tail.span.extracting(0..<70), with: tail.span, lagCount: 30, into: &again)
    used.autocorrelate(Array(noise.prefix(60)), into: &again)
    RealFFT(size: 128).autocorrelate(Array(noise.prefix(60)), into: &fresh)

    #expect(first.bits == fresh.bits)
    #expect(again.bits == fresh.bits)
  }

  @Test func `a workspace keeps the transform of a size`() {
    var workspace = AnalysisWorkspace()

    let first = workspace.transform(holding: 81)
    let second = workspace.transform(holding: 96)
    let other = workspace.transform(holding: 97)

    #expect(first === second)
    #expect(first.size == 96)
    #expect(other.size == 128)
  }

  @Test func `the linked library states a version of three numbers`() {
    let numbers = DSPLibraries.fftwVersion.split(separator: ".").compactMap { Int($0) }

    #expect(numbers.count == 3)
  }
}
