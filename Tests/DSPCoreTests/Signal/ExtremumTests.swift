// The largest excursion of a stretch. At a rate of 1 Hz sample k lies at k + ½ seconds.

import DSPCore
import Testing
import VoiceTypes

// A handful of operations on numbers of order ten.
private let roundingTolerance = 1e-14

@Suite struct ExtremumTests {
  private func time(_ samples: [Double], from start: Double, to end: Double) -> Double {
    Extremum.time(in: Signal(samples: samples, sampleRate: 1), from: start, to: end)
  }

  @Test func `the vertex of a sampled parabola is found between its samples`() {
    let offsets = (0..<9).map { Double($0) + 0.5 - 4.8 }
    let samples = offsets.map { 10 - $0 * $0 }

    #expect(abs(time(samples, from: 0.5, to: 8.5) - 4.8) < roundingTolerance)
  }

  @Test func `the minimum is selected when larger in magnitude`() {
    #expect(time([0, 2, 0, -3, 0], from: 0.5, to: 4.5) == 3.5)
  }

  @Test func `the maximum is selected at equal magnitude`() {
    #expect(time([0, -2, 0, 2, 0], from: 0.5, to: 4.5) == 3.5)
  }

  @Test func `the first of equal maxima is selected`() {
    #expect(time([0, 2, 0, 2, 0], from: 0.5, to: 4.5) == 1.5)
  }

  @Test func `an extremum at either end is not interpolated`() {
    #expect(time([9, 5, 1, 0, 0], from: 1.5, to: 4.5) == 1.5)
    #expect(time([0, 0, 1, 5, 9], from: 0.5, to: 3.5) == 3.5)
  }

  @Test func `the samples around both times are included`() {
    // From the last sample at or before 1.9 to the first at or after 2.1.
    #expect(time([0, 3, 2, 0, 9], from: 1.9, to: 2.1) == 1.5)
  }

  @Test func `the larger of two samples is selected without interpolation`() {
    #expect(time([1, -4, 0], from: 0.5, to: 1.5) == 1.5)
    #expect(time([4, -1, 0], from: 0.5, to: 1.5) == 0.5)
    #expect(time([4, -4, 0], from: 0.5, to: 1.5) == 1)
  }

  @Test func `a constant section has its extremum in the middle`() {
    #expect(time([5, 5, 5, 5, 5], from: 0.7, to: 3.9) == 2.3)
  }

  @Test func `a section outside the sound has its extremum in the middle`() {
    #expect(time([1, 2, 3], from: 10, to: 12) == 11)
    #expect(time([1, 2, 3], from: -12, to: -10) == -11)
  }
}
