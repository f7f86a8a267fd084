// Statistics of hand-made pitch tracks.

import DSPCore
import Testing
import VoiceTypes

// Logarithms and sums of a few numbers of order one hundred.
private let roundingTolerance = 1e-12

@Suite struct FundamentalFrequencyTests {
  private let measures = FundamentalFrequency(of: track([0, 100, 200, 0, 400, 100]))

  @Test func `mean, median and extremes run over the voiced frames`() {
    #expect(measures.mean == .value(200))
    #expect(measures.median == .value(150))
    #expect(measures.minimum == .value(100))
    #expect(measures.maximum == .value(400))
  }

  @Test func `the standard deviation is that of the voiced frames`() throws {
    // 100² + 0 + 200² + 100² = 60 000, over 3.
    let deviation = try #require(measures.standardDeviation.number)

    #expect(abs(deviation * deviation / 20_000 - 1) < roundingTolerance)
  }

  @Test func `an octave is twelve semitones`() throws {
    // 0, 12, 24 and 0 semitones: mean 9, squares 81 + 9 + 225 + 81 = 396, over 3.
    let deviation = try #require(measures.standardDeviationSemitones.number)

    #expect(abs(deviation * deviation / 132 - 1) < roundingTolerance)
  }

  @Test func `confidence and voiced fraction run over all frames`() throws {
    // Four of six frames, each of strength 0.9.
    #expect(abs(try #require(measures.confidencePercent.number) - 60) < roundingTolerance)
    #expect(abs(try #require(measures.voicedFraction.number) - 4.0 / 6) < roundingTolerance)
  }

  @Test func `an unvoiced track has no F0 and a voiced fraction of zero`() {
    let unvoiced = FundamentalFrequency(of: track([0, 0, 0]))

    #expect(unvoiced.mean == .unavailable(.noVoicing))
    #expect(unvoiced.median == .unavailable(.noVoicing))
    #expect(unvoiced.minimum == .unavailable(.noVoicing))
    #expect(unvoiced.maximum == .unavailable(.noVoicing))
    #expect(unvoiced.standardDeviation == .unavailable(.noVoicing))
    #expect(unvoiced.voicedFraction == .value(0))
    #expect(unvoiced.confidencePercent == .value(0))
  }

  @Test func `a track without frames has not even a voiced fraction`() {
    let empty = FundamentalFrequency(of: track([]))

    #expect(empty.voicedFraction == .unavailable(.noVoicing))
    #expect(empty.confidencePercent == .unavailable(.noVoicing))
  }

  @Test func `one voiced frame has a mean and no standard deviation`() {
    let single = FundamentalFrequency(of: track([0, 120]))

    #expect(single.mean == .value(120))
    #expect(single.standardDeviation.unavailability?.needed == 2)
    #expect(single.standardDeviationSemitones.unavailability?.found == 1)
  }
}
