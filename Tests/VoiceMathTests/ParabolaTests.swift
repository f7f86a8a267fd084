import Testing
import VoiceMath

// A few roundings of numbers of order ten.
private let roundingTolerance = 1e-14

@Suite struct ParabolaTests {
  /// 3 − 2 (x − vertex)², sampled at −1, 0 and 1.
  private static func sampled(vertex: Double) -> Parabola {
    let values = [-1.0, 0, 1].map { 3 - 2 * ($0 - vertex) * ($0 - vertex) }
    return Parabola(values[0], values[1], values[2])
  }

  @Test(arguments: [-0.5, -0.25, 0, 0.125, 0.5])
  func `the vertex of a parabola is found from three of its points`(vertex: Double) {
    let found = Self.sampled(vertex: vertex)

    #expect(abs(found.offset - vertex) < roundingTolerance)
    #expect(abs(found.height - 3) < roundingTolerance)
    #expect(found.curvature == 4)
  }

  @Test func `three points on a line have no vertex`() {
    #expect(!Parabola(1, 2, 3).offset.isFinite)
    #expect(Parabola(1, 1, 1).curvature == 0)
  }

  @Test func `mirrored points have a mirrored vertex`() {
    #expect(Parabola(1, 5, 2).offset == -Parabola(2, 5, 1).offset)
    #expect(Parabola(1, 5, 2).height == Parabola(2, 5, 1).height)
  }
}

@Suite struct LeastSquaresLineTests {
  @Test func `points on a line give the line`() throws {
    let x = [1.0, 2, 4, 9]
    let line = try #require(LeastSquaresLine(x: x, y: x.map { 3 - 0.5 * $0 }))

    #expect(line.slope == -0.5)
    #expect((line.value(at: 100) + 47).magnitude < roundingTolerance * 100)
  }

  // Σ(x − 2)(y − ȳ) / Σ(x − 2)² = (1 + 0 + 3) / 2 with y = 1, 2, 5 around 8/3.
  @Test func `the slope is that of the normal equations`() throws {
    let line = try #require(LeastSquaresLine(x: [1, 2, 3], y: [1, 2, 5]))

    #expect((line.slope - 2).magnitude < roundingTolerance)
    #expect((line.meanY - 8.0 / 3).magnitude < roundingTolerance)
    #expect(line.meanX == 2)
  }

  @Test func `one point has a level but no slope, no points have no line`() throws {
    let line = try #require(LeastSquaresLine(x: [2, 2], y: [1, 3]))

    #expect(line.slope == 0 && line.value(at: 5) == 2)
    #expect(LeastSquaresLine(x: [], y: []) == nil)
  }
}
