// Frame sizes and positions, against numbers worked out by hand from the definitions.

import DSPCore
import Testing
import VoiceTypes

// Sums and differences of a few seconds.
private let roundingTolerance = 1e-12

/// The sizes of an analysis in samples.
struct ExpectedSizes: CustomTestStringConvertible {
  let method: PitchMethod
  let precision: PitchPrecision
  let rate: Hertz
  let floor: Hertz
  let halfWindow: Int
  let maximumLag: Int
  let keptLag: Int
  let depth: Int

  var testDescription: String { "\(method.rawValue) \(precision) \(rate) from \(floor)" }

  static let all = [
    // 3/75 s = 1764 samples, 1764/2 − 1 = 881, L = 1762, 1762/3 → 587 + 2, L/2 = 881.
    ExpectedSizes(
      method: .autocorrelation, precision: .standard, rate: 44_100, floor: 75,
      halfWindow: 881, maximumLag: 589, keptLag: 881, depth: 70),
    // 6/75 s = 3528 samples, 3528/2 − 1 = 1763, L = 3526, 3526/6 → 587 + 2, L/4 → 881.
    ExpectedSizes(
      method: .autocorrelation, precision: .veryAccurate, rate: 44_100, floor: 75,
      halfWindow: 1_763, maximumLag: 589, keptLag: 881, depth: 700),
    // 1/75 s = 588 samples, 588/2 − 1 = 293, L = 586, min(586 + 2, L) = 586, L = 586.
    ExpectedSizes(
      method: .crossCorrelation, precision: .standard, rate: 44_100, floor: 75,
      halfWindow: 293, maximumLag: 586, keptLag: 586, depth: 70),
    ExpectedSizes(
      method: .crossCorrelation, precision: .veryAccurate, rate: 44_100, floor: 75,
      halfWindow: 293, maximumLag: 586, keptLag: 586, depth: 700),
    // 3/90 s = 533.3 samples, 533/2 − 1 = 265, L = 530, 530/3 → 176 + 2, L/2 = 265.
    ExpectedSizes(
      method: .autocorrelation, precision: .standard, rate: 16_000, floor: 90,
      halfWindow: 265, maximumLag: 178, keptLag: 265, depth: 70),
  ]
}

/// The frames of an analysis.
struct ExpectedFrames: CustomTestStringConvertible {
  let method: PitchMethod
  let precision: PitchPrecision
  let samples: Int
  let frames: Int
  let step: Double

  var testDescription: String { "\(method.rawValue) \(precision), \(samples) samples" }

  static let all = [
    // (3 − 0.04) / 0.01 = 296.
    ExpectedFrames(
      method: .autocorrelation, precision: .standard, samples: 132_300, frames: 297, step: 0.01),
    // (3 − 0.08) / 0.01 = 292: the automatic step belongs to the undoubled window.
    ExpectedFrames(
      method: .autocorrelation, precision: .veryAccurate, samples: 132_300, frames: 293,
      step: 0.01),
    // (3.00499 − 0.04) / 0.01 = 296.499.
    ExpectedFrames(
      method: .autocorrelation, precision: .standard, samples: 132_520, frames: 297, step: 0.01),
    // (3.00499 − 2/75) · 300 = 893.497: window plus longest period, step 1/300 s.
    ExpectedFrames(
      method: .crossCorrelation, precision: .standard, samples: 132_520, frames: 894,
      step: 1.0 / 300),
  ]
}

@Suite struct PitchGeometryTests {
  private func geometry(
    _ method: PitchMethod, _ precision: PitchPrecision = .standard, rate: Hertz = 44_100,
    samples: Int, floor: Hertz = 75
  ) throws -> PitchGeometry? {
    var settings = PitchSettings(
      method: method, range: try #require(PitchRange(floor: floor, ceiling: 600)))
    settings.precision = precision
    let silence = Signal(samples: Array(repeating: 0, count: samples), sampleRate: rate)
    return PitchGeometry(of: silence, settings: settings)
  }

  @Test(arguments: ExpectedSizes.all)
  func `sizes in samples equal the definition`(expected: ExpectedSizes) throws {
    let sizes = try #require(
      try geometry(
        expected.method, expected.precision, rate: expected.rate, samples: 100_000,
        floor: expected.floor))

    #expect(sizes.halfWindow == expected.halfWindow)
    #expect(sizes.windowLength == 2 * expected.halfWindow)
    #expect(sizes.maximumLag == expected.maximumLag)
    #expect(sizes.keptLag == expected.keptLag)
    #expect(sizes.interpolationDepth == expected.depth)
  }

  @Test func `the longest period at 75 Hz is 588 samples and the peak is sought over 590`() throws {
    let sizes = try #require(try geometry(.autocorrelation, samples: 100_000))

    #expect(sizes.longestPeriod == 588)
    #expect(sizes.halfPeakSearch == 295)
  }

  @Test(arguments: ExpectedFrames.all)
  func `frames are counted from the duration and centred in the sound`(
    expected: ExpectedFrames
  ) throws {
    let frames = try #require(
      try geometry(expected.method, expected.precision, samples: expected.samples))

    let duration = Double(expected.samples) / 44_100
    let margin = 0.5 * (duration - Double(expected.frames - 1) * expected.step)
    let last = frames.time(ofFrame: expected.frames - 1)
    #expect(frames.frameCount == expected.frames)
    #expect(abs(frames.timeStep - expected.step) < roundingTolerance)
    #expect(abs(frames.firstFrameTime - margin) < roundingTolerance)
    #expect(abs(duration - last - margin) < roundingTolerance)
  }

  @Test func `a sound shorter than its window has no frames`() throws {
    #expect(try geometry(.autocorrelation, samples: 1_760) == nil)
    #expect(try geometry(.autocorrelation, .veryAccurate, samples: 3_520) == nil)
    #expect(try geometry(.crossCorrelation, samples: 1_170) == nil)
  }

  @Test func `a sound hardly longer than its window has one frame`() throws {
    #expect(try geometry(.autocorrelation, samples: 1_770)?.frameCount == 1)
    #expect(try geometry(.autocorrelation, .veryAccurate, samples: 3_540)?.frameCount == 1)
    #expect(try geometry(.crossCorrelation, samples: 1_180)?.frameCount == 1)
  }

  @Test func `a floor that leaves no lag with two neighbours has no frames`() throws {
    #expect(try geometry(.autocorrelation, rate: 400, samples: 4_000, floor: 300) == nil)
    #expect(try geometry(.crossCorrelation, rate: 1_000, samples: 4_000, floor: 300) == nil)
  }
}
