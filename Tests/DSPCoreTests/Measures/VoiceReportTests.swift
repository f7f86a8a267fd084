// Voicing, breaks and periodicity of hand-made tracks and pulses.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

// A few roundings of numbers of order ten.
private let roundingTolerance = 1e-12

@Suite struct VoiceReportTests {
  /// Ten pulses a second apart by 10 ms, from a given time.
  private static func pulses(from start: Double) -> [Double] {
    (0..<10).map { start + 0.01 * Double($0) }
  }

  private static func track(strengths: [Double], locallyVoiced: [Bool]? = nil) -> PitchTrack {
    PitchTrack(
      frequencies: strengths.map { $0 > 0 ? 100 : 0 }, strengths: strengths, firstFrameTime: 0.02,
      timeStep: 0.01, locallyVoiced: locallyVoiced)
  }

  private static func report(
    strengths: [Double] = [0.9], locallyVoiced: [Bool]? = nil, pulses: [Double] = []
  ) -> VoiceReport {
    VoiceReport(
      pitch: track(strengths: strengths, locallyVoiced: locallyVoiced), pulses: pulses,
      range: .praatStandard, duration: 2)
  }

  @Test func `steady pulses have no break`() {
    let report = Self.report(pulses: Self.pulses(from: 0.1))

    #expect(report.voiceBreaks == .value(0))
    #expect(report.degreeOfVoiceBreaks == .value(0))
  }

  @Test func `a gap between two segments is one break of its length`() throws {
    let report = Self.report(pulses: Self.pulses(from: 0.1) + Self.pulses(from: 0.5))

    // From 0.19 to 0.5 s, of a sound of 2 s.
    #expect(report.voiceBreaks == .value(1))
    let degree = try #require(report.degreeOfVoiceBreaks.number)
    #expect(abs(degree - 0.31 / 2) < roundingTolerance)
  }

  @Test func `long intervals in a row are one break`() throws {
    let report = Self.report(
      pulses: Self.pulses(from: 0.1) + [0.3, 0.5] + Self.pulses(from: 0.7))

    #expect(report.voiceBreaks == .value(1))
    let degree = try #require(report.degreeOfVoiceBreaks.number)
    #expect(abs(degree - 0.51 / 2) < roundingTolerance)
  }

  @Test func `long intervals apart are breaks of their own`() {
    let report = Self.report(
      pulses: Self.pulses(from: 0.1) + Self.pulses(from: 0.5) + Self.pulses(from: 0.9))

    #expect(report.voiceBreaks == .value(2))
  }

  // As in Praat 6.1.38, where this was measured with hand-made pulses.
  @Test func `the last interval is never a break`() {
    #expect(Self.report(pulses: Self.pulses(from: 0.1) + [0.5]).voiceBreaks == .value(0))
    #expect(Self.report(pulses: [0.1, 0.9]).voiceBreaks == .value(0))
    #expect(Self.report(pulses: [0.02] + Self.pulses(from: 0.1)).voiceBreaks == .value(1))
  }

  @Test func `an interval of 1.25 floor periods is not a break`() {
    let longest = 1.25 / 75
    let withinLimit = [0.1, 0.1 + 0.999 * longest, 0.13, 0.14]
    let beyondLimit = [0.1, 0.1 + 1.001 * longest, 0.13, 0.14]

    #expect(Self.report(pulses: withinLimit).voiceBreaks == .value(0))
    #expect(Self.report(pulses: beyondLimit).voiceBreaks == .value(1))
  }

  @Test(arguments: [[], [0.5]])
  func `without two pulses breaks cannot be counted`(pulses: [Double]) {
    let report = Self.report(pulses: pulses)

    #expect(report.pulses == .value(Double(pulses.count)))
    #expect(report.periods == .value(0))
    #expect(report.voiceBreaks.unavailability?.code == .tooFewPeriods)
    #expect(report.voiceBreaks.unavailability?.found == Double(pulses.count))
    #expect(report.degreeOfVoiceBreaks.unavailability?.needed == 2)
    #expect(report.meanPeriod.unavailability?.code == .tooFewPeriods)
  }

  @Test func `intervals outside the limits are no periods`() throws {
    // At 600 Hz the shortest period is 0.8 / 600 s = 1.33 ms; the 80 ms lie beyond 16.7 ms.
    let report = Self.report(pulses: [0.1, 0.1005, 0.11, 0.12, 0.2, 0.21])

    #expect(report.pulses == .value(6))
    #expect(report.periods == .value(3))
    let meanPeriod = try #require(report.meanPeriod.number)
    #expect(abs(meanPeriod - (0.0095 + 0.01 + 0.01) / 3) < roundingTolerance)
  }

  @Test func `periodicity is a mean over the voiced frames`() throws {
    let report = Self.report(strengths: [0.5, 0, 0.9, 0])

    // (1 − r) / r is 1 and 1/9; the levels are 0 and 9.542… dB.
    let autocorrelation = try #require(report.meanAutocorrelation.number)
    let noise = try #require(report.noiseToHarmonics.number)
    let harmonicity = try #require(report.meanHarmonicity.number)
    #expect(abs(autocorrelation - 0.7) < roundingTolerance)
    #expect(abs(noise - 5.0 / 9) < roundingTolerance)
    #expect(abs(harmonicity - 9.542425094393248 / 2) < roundingTolerance)
  }

  @Test func `a perfect correlation is 150 dB and no noise`() throws {
    let report = Self.report(strengths: [1])

    // Next to one, numbers are 1e−16 apart; a tenth of 1e−15 is half a decibel.
    #expect(abs(try #require(report.meanHarmonicity.number) - 150) < 0.5)
    #expect(try #require(report.noiseToHarmonics.number) < 1.2e-15)
  }

  @Test func `without a voiced frame there is no periodicity`() {
    let report = Self.report(strengths: [0, 0])

    #expect(report.meanAutocorrelation.unavailability?.code == .noVoicing)
    #expect(report.noiseToHarmonics.unavailability?.code == .noVoicing)
    #expect(report.meanHarmonicity.unavailability?.code == .noVoicing)
    #expect(report.unvoicedFraction == .value(1))
  }

  @Test func `the unvoiced fraction uses the frames, not the pitch path`() {
    let report = Self.report(
      strengths: [0.9, 0.9, 0, 0], locallyVoiced: [true, true, true, false])

    #expect(report.unvoicedFraction == .value(0.25))
  }

  @Test func `without frames there is no unvoiced fraction`() {
    #expect(Self.report(strengths: []).unvoicedFraction.unavailability?.code == .noVoicing)
  }
}

@Suite struct LocalVoicingTests {
  private static func track(_ signal: Signal) -> PitchTrack {
    var workspace = AnalysisWorkspace()
    return PitchTracker.track(
      signal, settings: PitchSettings(range: .praatStandard), workspace: &workspace)
  }

  @Test func `every frame of a steady voice is voiced without the path`() {
    let track = Self.track(SyntheticVoice(f0: 120, vowel: .a, duration: 1).synthesize().signal)

    #expect(track.frameCount > 90)
    #expect(track.locallyVoicedCount == track.frameCount)
  }

  @Test func `no frame of digital silence is voiced`() {
    let track = Self.track(HarmonicSound.silence(sampleRate: 16_000, count: 16_000))

    #expect(track.frameCount > 90)
    #expect(track.locallyVoicedCount == 0)
  }

  @Test func `frames before the voice are unvoiced`() {
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 1).with { $0.onsetSilence = 0.5 }

    let track = Self.track(voice.synthesize().signal)

    // Half of the frames, give or take a window of 40 ms, which is four frames.
    #expect(abs(track.locallyVoicedCount - track.frameCount / 2) <= 4)
  }

  @Test func `a track made by hand counts its voiced frames`() {
    let track = PitchTrack(
      frequencies: [100, 0, 100], strengths: [0.9, 0, 0.9], firstFrameTime: 0, timeStep: 0.01)

    #expect(track.locallyVoicedCount == 2)
  }
}
