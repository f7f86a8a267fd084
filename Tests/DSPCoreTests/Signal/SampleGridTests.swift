// Times and sample indices: sample k lies at (k + ½) / rate.

import DSPCore
import Testing
import VoiceTypes

@Suite struct SampleGridTests {
  // At 8 Hz every time below is a whole multiple of a power of two, so nothing is rounded.
  private let grid = SampleGrid(
    of: Signal(samples: Array(repeating: 0, count: 16), sampleRate: 8))

  @Test func `sample times are the centres of their intervals`() {
    #expect(grid.time(of: 0) == 0.0625)
    #expect(grid.time(of: 15) == 1.9375)
  }

  @Test func `a time at a sample has that sample as low, high and nearest index`() {
    let time = grid.time(of: 5)

    #expect(grid.lowIndex(at: time) == 5)
    #expect(grid.highIndex(at: time) == 5)
    #expect(grid.nearestIndex(to: time) == 5)
  }

  @Test func `a time between samples has the outer ones as low and high index`() {
    let time = grid.time(of: 5) + 0.03125

    #expect(grid.lowIndex(at: time) == 5)
    #expect(grid.highIndex(at: time) == 6)
    #expect(grid.nearestIndex(to: time) == 5)
  }

  @Test func `halfway between two samples the later one is the nearest`() {
    #expect(grid.nearestIndex(to: 0.75) == 6)
  }

  @Test func `indices before the start are negative`() {
    #expect(grid.lowIndex(at: 0) == -1)
    #expect(grid.highIndex(at: -0.125) == -1)
  }

  @Test func `samples of a range are those inside it, ends included`() {
    #expect(grid.indices(from: grid.time(of: 3), to: grid.time(of: 6)) == 3..<7)
    #expect(grid.indices(from: -1, to: 0.2) == 0..<2)
    #expect(grid.indices(from: 1.9, to: 9) == 15..<16)
    #expect(grid.indices(from: 3, to: 9).isEmpty)
  }

  @Test func `the global peak is the largest distance from the mean`() {
    let lopsided = Signal(samples: [1, 1, 1, 5], sampleRate: 8)
    let inverted = Signal(samples: [-1, -1, -1, -5], sampleRate: 8)

    #expect(GlobalPeak.magnitude(in: lopsided) == 3)
    #expect(GlobalPeak.magnitude(in: inverted) == 3)
  }

  @Test func `a constant sound has a peak of exactly zero`() {
    // A sum of 1001 times 0.1 divided by 1001 is not 0.1.
    let constant = Signal(samples: Array(repeating: 0.1, count: 1_001), sampleRate: 8)

    #expect(GlobalPeak.magnitude(in: constant) == 0)
    #expect(GlobalPeak.magnitude(in: Signal(samples: [], sampleRate: 8)) == 0)
  }
}
