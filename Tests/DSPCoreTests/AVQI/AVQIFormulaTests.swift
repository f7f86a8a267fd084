// The formula and the table of cut-offs against numbers worked out by hand.

import DSPCore
import Testing
import VoiceTypes

// A sum of seven terms below 15.
private let roundingTolerance = 1e-12

@Suite struct AVQIFormulaTests {
  private static let zeros = Dictionary(
    uniqueKeysWithValues: AVQIPart.allCases.map { ($0, Measured(0)) })

  @Test func `AVQI of zero parts is the factor times the constant`() throws {
    let index = try #require(AVQIFormula.v03_01.value(of: Self.zeros).number)

    #expect(abs(index - 12.000_110_4) < roundingTolerance)
  }

  @Test(arguments: [
    (AVQIPart.cpps, -0.511_565_4), (.harmonicity, -0.017_341_2), (.shimmer, -0.106_937_4),
    (.shimmerDecibels, 2.719_678_2), (.slope, 0.028_902), (.tilt, 0.268_788_6),
  ])
  func `one unit of a part changes AVQI by its weight`(part: AVQIPart, weight: Double) throws {
    var parts = Self.zeros
    parts[part] = Measured(1)

    let index = try #require(AVQIFormula.v03_01.value(of: parts).number)

    #expect(abs(index - 12.000_110_4 - weight) < roundingTolerance)
  }

  @Test func `AVQI is the weighted sum of its six parts`() throws {
    let parts: [AVQIPart: Measured] = [
      .cpps: Measured(14), .harmonicity: Measured(20), .shimmer: Measured(3),
      .shimmerDecibels: Measured(0.3), .slope: Measured(-25), .tilt: Measured(-11),
    ]

    let index = try #require(AVQIFormula.v03_01.value(of: parts).number)

    // 2.8902 · (4.152 − 2.478 − 0.12 − 0.111 + 0.2823 − 0.25 − 1.023)
    #expect(abs(index - 2.8902 * 0.4523) < roundingTolerance)
  }

  @Test(arguments: AVQIPart.allCases)
  func `a missing part makes AVQI unavailable with the same reason`(part: AVQIPart) {
    var parts = Self.zeros
    parts[part] = .unavailable(.noVoicing)

    #expect(AVQIFormula.v03_01.value(of: parts) == .unavailable(.noVoicing))
  }

  @Test(arguments: [
    (AVQILanguage.dutch, 2.43), (.japanese, 1.41), (.finnish, 1.83), (.italian, 2.35),
    (.persian, 1.63),
  ])
  func `each language has its published cut-off with a citation`(
    language: AVQILanguage, value: Double
  ) throws {
    let cutOff = try #require(AVQICutOff.of(.v03_01, in: language))

    #expect(cutOff.value == value)
    #expect(cutOff.language == language)
    #expect(cutOff.version == .v03_01)
    #expect(!cutOff.citation.isEmpty)
  }

  @Test func `each language has one cut-off`() {
    let languages = AVQICutOff.published.map(\.language)

    #expect(Set(languages).count == languages.count)
    #expect(languages.count == 5)
  }

  @Test func `an index that equals its cut-off is not above it`() throws {
    let cutOff = try #require(AVQICutOff.of(.v03_01, in: .dutch))

    #expect(AVQIRelation(of: 2.43, to: cutOff) == .atOrBelow)
    #expect(AVQIRelation(of: 2.43.nextUp, to: cutOff) == .above)
    #expect(AVQIRelation(of: -1, to: cutOff) == .atOrBelow)
  }
}
