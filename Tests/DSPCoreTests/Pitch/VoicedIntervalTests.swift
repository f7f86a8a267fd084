// Voiced stretches reach half a step beyond their frames. A step of 1/8 s from 1/4 s on keeps every
// time exact.

import DSPCore
import Testing
import VoiceTypes

@Suite struct VoicedIntervalTests {
  private func intervals(
    _ frequencies: [Double], firstFrameTime: Double = 0.25, duration: Double = 2
  ) -> [[Double]] {
    track(frequencies, firstFrameTime: firstFrameTime, timeStep: 0.125)
      .voicedIntervals(duration: duration)
      .map { [$0.start, $0.end] }
  }

  @Test func `a run of voiced frames reaches half a step beyond both ends`() {
    #expect(intervals([0, 100, 110, 120, 0]) == [[0.3125, 0.6875]])
  }

  @Test func `every run is an interval of its own`() {
    let expected = [[0.1875, 0.3125], [0.4375, 0.6875], [0.8125, 0.9375]]

    #expect(intervals([100, 0, 100, 100, 0, 100]) == expected)
  }

  @Test func `intervals are cut at the ends of the sound`() {
    #expect(
      intervals([100, 100], firstFrameTime: 0.03125, duration: 0.1875) == [[0, 0.1875]])
  }

  @Test func `a run that starts within half a step of the end is left out`() {
    #expect(intervals([0, 0, 100], duration: 0.5).isEmpty)
    #expect(intervals([0, 0, 100], duration: 0.53125) == [[0.4375, 0.53125]])
  }

  @Test func `a track without voicing or without frames has no interval`() {
    #expect(intervals([0, 0, 0]).isEmpty)
    #expect(intervals([]).isEmpty)
  }
}
