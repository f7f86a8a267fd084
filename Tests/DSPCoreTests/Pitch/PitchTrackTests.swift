// F0 between frames, and the voiced stretches of a track.

import DSPCore
import Testing
import VoiceTypes

// Sums of a few steps of 10 ms, and quotients of them times 100 Hz.
private let roundingTolerance = 1e-10

@Suite struct PitchTrackTests {
  private func f0(_ frequencies: [Double], at time: Double) -> Double {
    track(frequencies).frequency(at: time) ?? 0
  }

  @Test func `F0 at a frame time is the frame's F0`() {
    #expect(abs(f0([100, 110, 120], at: 0.03) - 110) < roundingTolerance)
  }

  @Test func `F0 between two voiced frames is on the line between them`() {
    #expect(abs(f0([100, 110, 130], at: 0.023) - 103) < roundingTolerance)
    #expect(abs(f0([100, 110, 130], at: 0.038) - 126) < roundingTolerance)
  }

  @Test func `next to an unvoiced frame F0 is that of the nearer frame`() {
    #expect(f0([100, 0, 120], at: 0.0249) == 100)
    #expect(f0([100, 0, 120], at: 0.0351) == 120)
  }

  @Test func `voiced time extends half a step beyond the outer voiced frames`()
    throws
  {
    let time = try #require(track([0, 100, 0, 120, 0]).voicedTime)

    #expect(abs(time.lowerBound - 0.025) < roundingTolerance)
    #expect(abs(time.upperBound - 0.055) < roundingTolerance)
    #expect(track([0, 0]).voicedTime == nil)
    #expect(track([]).voicedTime == nil)
  }

  @Test func `F0 is missing where the nearer frame is unvoiced`() {
    #expect(track([100, 0, 120]).frequency(at: 0.0251) == nil)
    #expect(track([100, 0, 120]).frequency(at: 0.0349) == nil)
  }

  @Test func `F0 extends half a step beyond the outer frames`() {
    #expect(f0([100, 110], at: 0.0151) == 100)
    #expect(f0([100, 110], at: 0.0349) == 110)
    #expect(track([100, 110]).frequency(at: 0.0149) == nil)
    #expect(track([100, 110]).frequency(at: 0.0351) == nil)
  }

  @Test func `halfway between a voiced and an unvoiced frame the later one decides`() {
    // A step of 1/8 s keeps every time exact.
    let rising = track([0, 100], firstFrameTime: 0.5, timeStep: 0.125)
    let falling = track([100, 0], firstFrameTime: 0.5, timeStep: 0.125)

    #expect(rising.frequency(at: 0.5625) == 100)
    #expect(falling.frequency(at: 0.5625) == nil)
  }

  @Test func `voiced frequencies are those above zero, in order`() {
    #expect(track([0, 130, 0, 120]).voicedFrequencies == [130, 120])
    #expect(track([0, 130, 0, 120]).hasVoicing)
    #expect(!track([0, 0]).hasVoicing)
    #expect(!track([]).hasVoicing)
  }
}
