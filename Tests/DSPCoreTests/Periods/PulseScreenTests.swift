// The screen of the pulse search compared with exact correlations of every start: the same best
// start, or an explicit "undecided".

import DSPCore
import RealModule
import Testing

@Suite struct PulseScreenTests {
  /// The highest local maximum inside `starts`, by exact correlations; nil without one.
  private static func plainBest(
    _ samples: [Double], template: ClosedRange<Int>, starts: ClosedRange<Int>
  ) -> Int? {
    var correlator = WindowCorrelator(
      samples: samples, template: template, firstStart: starts.lowerBound)
    let row = starts.map { _ in correlator.next() }
    return row.indices.dropFirst().dropLast()
      .filter { row[$0] > row[$0 - 1] && row[$0] >= row[$0 + 1] }
      .max { row[$0] < row[$1] }
      .map { starts.lowerBound + $0 }
  }

  /// A tone with overtones and noise, about ten periods of 100 samples.
  private static func voice(seed: UInt64) -> [Double] {
    TestSignal.uniformNoise(count: 1_000, seed: seed).enumerated().map { index, noise in
      let phase = 2 * Double.pi * Double(index) / 100.3
      return Double.cos(phase) + 0.5 * Double.cos(2 * phase + 1) + 0.1 * noise
    }
  }

  @Test(arguments: 1...40)
  func `the screen selects the start of the exact sums`(seed: Int) {
    let samples = Self.voice(seed: UInt64(seed))
    var screen = PulseScreen(transforms: TransformPool())
    let template = (300 + seed)...(400 + seed)
    let starts = (380 + seed)...(425 + seed)

    let found = screen.bestStart(in: samples, template: template, starts: starts)

    #expect(found != nil)
    #expect(found == Self.plainBest(samples, template: template, starts: starts))
  }

  @Test func `the screen gives no start for equal, silent or outside windows`() {
    var screen = PulseScreen(transforms: TransformPool())
    let constant = [Double](repeating: 0.5, count: 1_000)
    let burst = Self.voice(seed: 3).enumerated().map { $0 < 410 ? $1 : 0 }
    let voice = Self.voice(seed: 4)

    #expect(screen.bestStart(in: constant, template: 300...400, starts: 380...425) == nil)
    #expect(screen.bestStart(in: burst, template: 300...400, starts: 380...425) == nil)
    #expect(screen.bestStart(in: voice, template: -10...90, starts: 70...115) == nil)
    #expect(screen.bestStart(in: voice, template: 860...960, starts: 880...925) == nil)
  }

  @Test func `a tie with the first start is left to exact sums`() {
    // A period of 100 samples. A range of starts from one period to after the next has its highest
    // correlation twice, once without a neighbour before it.
    let tone = (0..<1_000).map { Double.cos(2 * .pi * Double($0) / 100) }
    var screen = PulseScreen(transforms: TransformPool())

    #expect(screen.bestStart(in: tone, template: 300...399, starts: 400...510) == nil)
  }

  @Test func `short searches are left to exact sums`() {
    var screen = PulseScreen(transforms: TransformPool())

    #expect(
      screen.bestStart(in: Self.voice(seed: 1), template: 300...320, starts: 316...325) == nil)
  }
}
