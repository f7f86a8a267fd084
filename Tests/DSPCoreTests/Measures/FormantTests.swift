// Roots, predictions and resonances that are known beforehand.

import ComplexModule
import DSPCore
import RealModule
import Testing
import VoiceTypes

// Simple roots about one apart, at the rounding of the coefficients.
private let rootTolerance = 1e-12

private let roundingTolerance = 1e-12

// The window and the fine structure of the harmonics move a resonance this far, in hertz.
private let resonanceTolerance = 2.0

// Poles move by the rounding of the samples, which differs with the gain.
private let gainTolerance = 1e-9

@Suite struct PolynomialRootTests {
  /// The coefficients of Π (z − root), the lowest power first.
  private static func expanded(_ roots: [Complex<Double>]) -> [Double] {
    roots.reduce([Complex(1)]) { product, root in
      let shifted = [Complex(0)] + product
      let scaled = product.map { Complex(0) - root * $0 } + [Complex(0)]
      return zip(shifted, scaled).map { $0 + $1 }
    }.map(\.real)
  }

  private static func found(_ coefficients: [Double]) -> [Complex<Double>] {
    var solver = PolynomialRoots()
    solver.find(coefficients)
    return solver.roots
  }

  /// The largest distance of a root from the nearest of those found.
  private static func distance(_ found: [Complex<Double>], from roots: [Complex<Double>]) -> Double
  {
    roots.map { root in found.map { ($0 - root).magnitude }.min() ?? .infinity }.max() ?? 0
  }

  static let conjugates = [(0.98, 0.3), (0.95, 0.9), (0.9, 1.6), (0.99, 2.2), (0.7, 2.9)].flatMap {
    [Complex(length: $0, phase: $1), Complex(length: $0, phase: -$1)]
  }

  static let cases: [[Complex<Double>]] = [
    [Complex(2)],
    [Complex(1), Complex(-3)],
    [Complex(0, 1), Complex(0, -1), Complex(0.5)],
    [Complex(0), Complex(0), Complex(1.5)],
    conjugates,
  ]

  @Test(arguments: cases.indices)
  func `the roots of a product are its factors`(index: Int) {
    let roots = Self.cases[index]

    let found = Self.found(Self.expanded(roots))

    let distance = Self.distance(found, from: roots)
    print("roots of degree \(roots.count): \(distance)")
    #expect(found.count == roots.count)
    #expect(distance < rootTolerance)
  }

  @Test func `the tenth roots of one lie on the unit circle`() {
    let found = Self.found([-1] + Array(repeating: 0, count: 9) + [1])

    let roots = (0..<10).map { Complex(length: 1, phase: 2 * .pi * Double($0) / 10) }
    #expect(Self.distance(found, from: roots) < rootTolerance)
  }

  @Test func `a constant has no roots`() {
    #expect(Self.found([3]).isEmpty)
  }
}

@Suite struct BurgPredictorTests {
  @Test(arguments: [0.9, 0.5, -0.7])
  func `a geometric sequence has the reflection of the formula`(ratio: Double) {
    var predictor = BurgPredictor(order: 1)

    let hasEnergy = predictor.analyze((0..<50).map { Double.pow(ratio, $0) })

    #expect(hasEnergy)
    #expect(abs(predictor.coefficients[0] - 2 * ratio / (1 + ratio * ratio)) < roundingTolerance)
  }

  @Test func `silence cannot be predicted`() {
    var predictor = BurgPredictor(order: 4)

    let hasEnergy = predictor.analyze(Array(repeating: 0, count: 20))

    #expect(!hasEnergy)
  }
}

@Suite struct FormantTests {
  private static let resonances = [
    (600.0, 60.0), (1_400, 90), (2_500, 120), (3_500, 150), (4_400, 200),
  ]

  /// Pulses of 100 Hz, with the slope that pre-emphasis takes out, through resonators, at 10 kHz.
  private static let vowel: Signal = {
    let decay = Double.exp(-2 * .pi * 50 / 10_000)
    let source = (0..<10_000).map { Double.pow(decay, $0 % 100) }
    let samples = resonances.reduce(source) { sound, resonance in
      let radius = Double.exp(-.pi * resonance.1 / 10_000)
      let turn = 2 * radius * Double.cos(2 * .pi * resonance.0 / 10_000)
      var (last, lastButOne) = (0.0, 0.0)
      return sound.map { sample in
        let next = sample + turn * last - radius * radius * lastButOne
        (last, lastButOne) = (next, last)
        return next
      }
    }
    return Signal(samples: samples, sampleRate: 10_000)
  }()

  private static func formants(_ signal: Signal, ceiling: Hertz = 5_000) -> Formants {
    var workspace = AnalysisWorkspace()
    return .burg(
      of: signal, ceiling: ceiling, sincWindow: .fixedHalfWidth, workspace: &workspace)
  }

  private static func numbers(_ formants: Formants) -> [Double] {
    [formants.f1, formants.f2, formants.f3, formants.b1, formants.b2, formants.b3]
      .map { $0.number ?? -1 }
  }

  @Test func `the resonances of an all-pole sound are found`() {
    let found = Self.numbers(Self.formants(Self.vowel))

    print("formants of \(Self.resonances): \(found)")
    let expected = Self.resonances.prefix(3).map(\.0)
    #expect(largestDifference(Array(found[0..<3]), expected) < resonanceTolerance)
  }

  @Test func `gain does not change formants`() {
    let reference = Self.numbers(Self.formants(Self.vowel))

    for gain in [0.001, 0.3, 7] {
      let found = Self.numbers(Self.formants(Self.vowel.amplified(by: gain)))
      #expect(largestDifference(found, reference) < gainTolerance * 5_000)
    }
  }

  @Test func `a used workspace does not change a bit`() {
    var workspace = AnalysisWorkspace()
    for ceiling in [5_500, 5_000] {
      _ = Formants.burg(
        of: Self.vowel, ceiling: Hertz(Double(ceiling)), sincWindow: .reachingPastEdge,
        workspace: &workspace)
    }

    let again = Formants.burg(
      of: Self.vowel, ceiling: 5_500, sincWindow: .fixedHalfWidth, workspace: &workspace)

    let fresh = Self.formants(Self.vowel, ceiling: 5_500)
    #expect(Self.numbers(again).bits == Self.numbers(fresh).bits)
  }

  @Test func `formants of a frame ascend and keep clear of the ends`() {
    let frames = Self.formants(Self.vowel).frames

    for frame in frames {
      #expect(frame.map(\.frequency).steps.allSatisfy { $0 > 0 })
      #expect(frame.allSatisfy { $0.frequency >= 50 && $0.frequency <= 4_950 })
      #expect(frame.allSatisfy { $0.bandwidth >= 0 })
    }
  }

  @Test func `a sound shorter than a window is one frame`() {
    let short = Signal(samples: Array(Self.vowel.samples.prefix(300)), sampleRate: 10_000)

    #expect(Self.formants(short).frames.count == 1)
  }

  @Test func `a sound shorter than the prediction order is too short`() {
    let tiny = Signal(samples: Array(Self.vowel.samples.prefix(10)), sampleRate: 10_000)

    #expect(Self.formants(tiny).f1.unavailability?.code == .tooShort)
  }

  @Test func `digital silence has no formants`() {
    let silence = Signal(samples: Array(repeating: 0, count: 4_000), sampleRate: 16_000)

    #expect(Self.formants(silence).f1.unavailability?.code == .lowSNR)
  }
}
