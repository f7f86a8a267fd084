// The voice of a whole recording, of hand-made tracks and pulses and of synthetic voices.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

// A few roundings of numbers of order one.
private let roundingTolerance = 1e-12

@Suite struct PhonationTests {
  /// Two seconds in frames of 10 ms: from 0.5 to 1.5 s a voice of 100 Hz, but for `gap`.
  private static func track(gap: Range<Int> = 0..<0, locallyVoiced: [Bool]? = nil) -> PitchTrack {
    let frequencies = (0..<200).map { frame in
      (50..<150).contains(frame) && !gap.contains(frame) ? 100.0 : 0
    }
    return PitchTrack(
      frequencies: frequencies, strengths: frequencies.map { $0 > 0 ? 0.9 : 0 },
      firstFrameTime: 0.005, timeStep: 0.01, locallyVoiced: locallyVoiced)
  }

  private static let sound = Signal(
    samples: Array(repeating: 0.5, count: 16_000), sampleRate: 8_000)

  private static func pulses(from first: Double, to last: Double) -> [Double] {
    Array(stride(from: first, through: last, by: 0.01))
  }

  private static func phonation(
    _ track: PitchTrack, pulses: [Double] = pulses(from: 0.5, to: 1.49)
  ) -> Phonation {
    Phonation(of: sound, pitch: track, pulses: pulses, range: .praatStandard)
  }

  @Test func `a phonation lasts from the first voiced frame to the last, silence left out`() throws
  {
    let duration = try #require(Self.phonation(Self.track(gap: 90..<110)).duration.number)

    #expect(abs(duration - 1) < roundingTolerance)
  }

  @Test func `the break share is relative to the phonation`() throws {
    let phonation = Self.phonation(
      Self.track(gap: 90..<110),
      pulses: Self.pulses(from: 0.5, to: 0.895) + Self.pulses(from: 1.1, to: 1.49))

    // From 0.89 to 1.1 s, of a second.
    #expect(phonation.voiceBreaks == .value(1))
    let degree = try #require(phonation.degreeOfVoiceBreaks.number)
    #expect(abs(degree - 0.21) < 1e-9)
  }

  @Test func `the unvoiced share counts the frames within the phonation`() {
    let gap = 90..<110
    let byThemselves = (0..<200).map { (50..<150).contains($0) && !(95..<110).contains($0) }

    let byPath = Self.phonation(Self.track(gap: gap))
    let local = Self.phonation(Self.track(gap: gap, locallyVoiced: byThemselves))

    #expect(byPath.unvoicedFraction == .value(0.2))
    #expect(local.unvoicedFraction == .value(0.15))
  }

  @Test func `a voice without a gap has no break and no unvoiced frame, and begins steady`() {
    let phonation = Self.phonation(Self.track())

    #expect(phonation.voiceBreaks == .value(0))
    #expect(phonation.degreeOfVoiceBreaks == .value(0))
    #expect(phonation.unvoicedFraction == .value(0))
    #expect(phonation.onsetToSteady == .value(0))
  }

  @Test func `without a voiced frame there is no phonation`() {
    let phonation = Self.phonation(Self.track(gap: 50..<150), pulses: [])

    for measured in [
      phonation.duration, phonation.voiceBreaks, phonation.degreeOfVoiceBreaks,
      phonation.unvoicedFraction, phonation.onsetToSteady,
    ] {
      #expect(measured.unavailability?.code == .noVoicing)
    }
  }

  @Test func `breaks of fewer than two pulses are not counted`() {
    let phonation = Self.phonation(Self.track(), pulses: [0.7])

    #expect(phonation.voiceBreaks.unavailability?.code == .tooFewPeriods)
    #expect(phonation.degreeOfVoiceBreaks.unavailability?.code == .tooFewPeriods)
    #expect(phonation.duration.number != nil)
  }
}

/// Voice breaks, which the steady segment excludes by its selection.
@Suite struct BrokenVoiceTests {
  /// A synthetic vowel of 2.5 s with a silence of 0.1 s in it, between silences of half a second.
  private static let broken: Signal = {
    let voice = SyntheticVoice(f0: 140, vowel: .a, duration: 3.5, seed: 3).with {
      ($0.onsetSilence, $0.offsetSilence) = (0.5, 0.5)
      $0.jitterPercent = 0.4
      $0.hnr = 25
    }
    var samples = voice.synthesize().signal.samples
    for index in 30_870..<35_280 { samples[index] = 0 }
    return Signal(samples: samples, sampleRate: voice.sampleRate)
  }()

  // A frame of 60 Hz is 50 ms long: a voice may begin and end half of that away from its first sound.
  private let frameSeconds = 0.05

  private func phonation(_ signal: Signal, _ settings: AnalysisSettings) throws -> Phonation {
    try #require(analyze(signal, settings)[Phonation.self])
  }

  @Test(arguments: [Preset.clinical, .praat], [SegmentRule.steady, .whole])
  func `a break outside the segment is counted`(
    preset: Preset, segment: SegmentRule
  ) throws {
    var settings = AnalysisSettings(preset: preset)
    settings.givenSegment = segment

    let phonation = try phonation(Self.broken, settings)

    #expect(phonation.voiceBreaks == .value(1))
    let duration = try #require(phonation.duration.number)
    #expect(abs(duration - 2.5) < frameSeconds)
    let seconds = try #require(phonation.degreeOfVoiceBreaks.number) * duration
    // A tenth of a second of silence and a period.
    #expect(abs(seconds - 0.107) < 0.01)
    #expect(try #require(phonation.unvoicedFraction.number) > 0.01)
  }

  @Test func `of a steady segment the report has the breaks of the phonation`() throws {
    let analysis = analyze(Self.broken, AnalysisSettings())
    let report = try #require(analysis[VoiceReport.self])
    let phonation = try #require(analysis[Phonation.self])

    #expect(report.voiceBreaks == .value(1))
    #expect(report.degreeOfVoiceBreaks == phonation.degreeOfVoiceBreaks)
    #expect(report.unvoicedFraction == phonation.unvoicedFraction)
  }

  @Test func `of a whole recording the report divides by its length, as Praat does`() throws {
    let analysis = analyze(Self.broken, AnalysisSettings(preset: .praat))
    let report = try #require(analysis[VoiceReport.self])
    let phonation = try #require(analysis[Phonation.self])

    #expect(report.voiceBreaks == phonation.voiceBreaks)
    let (ofFile, ofVoice) = try (
      #require(report.degreeOfVoiceBreaks.number), #require(phonation.degreeOfVoiceBreaks.number)
    )
    let seconds = try #require(phonation.duration.number)
    // A recording of 3.5 s.
    #expect(abs(ofFile * 3.5 - ofVoice * seconds) < roundingTolerance)
    // Half a second of silence at either end is unvoiced.
    #expect(try #require(report.unvoicedFraction.number) > 0.25)
  }

  @Test func `an unbroken voice has no break at the segment ends`() throws {
    for f0 in [64.0, 70, 85, 110, 160, 240, 400] {
      for seed in 1...3 as ClosedRange<UInt64> {
        let voice = SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: 3, seed: seed).with {
          $0.jitterPercent = 0.5
          $0.shimmerPercent = 3
          $0.hnr = 20
        }

        let phonation = try phonation(voice.synthesize().signal, AnalysisSettings())

        #expect(phonation.voiceBreaks == .value(0), "\(f0) Hz, seed \(seed)")
        #expect(phonation.unvoicedFraction == .value(0), "\(f0) Hz, seed \(seed)")
      }
    }
  }

  @Test(arguments: [Preset.clinical, .praat])
  func `silence around the voice shifts only the times`(preset: Preset) throws {
    // A whole number of frames of either first pass, so that the same frames are looked at.
    let silence = 44_100
    let settings = AnalysisSettings(preset: preset)

    let alone = try phonation(Self.broken, settings)
    let among = try phonation(Self.broken.padded(before: silence, after: silence), settings)

    #expect(among.voiceBreaks == alone.voiceBreaks)
    for (found, expected) in [
      (among.duration, alone.duration), (among.degreeOfVoiceBreaks, alone.degreeOfVoiceBreaks),
      (among.unvoicedFraction, alone.unvoicedFraction),
    ] {
      let difference = try #require(found.number) - (try #require(expected.number))
      #expect(abs(difference) < 0.02)
    }
  }
}
