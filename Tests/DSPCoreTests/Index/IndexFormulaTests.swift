// The formulas and the tables of cut-offs against numbers worked out by hand.

import Testing
import VoiceTypes

// A sum of at most ten terms below 15.
private let roundingTolerance = 1e-12

// The published equation of AVQI 02.02 has three decimals.
private let printedTolerance = 6e-4

@Suite struct IndexFormulaTests {
  private static let zeros = Dictionary(
    uniqueKeysWithValues: IndexPart.allCases.map { ($0, Measured(0)) })

  private static func change(_ index: ConcatenatedIndex, by part: IndexPart) throws -> Double {
    var parts = zeros
    parts[part] = Measured(1)
    return try #require(index.value(of: parts).number) - #require(index.value(of: zeros).number)
  }

  @Test(arguments: [
    (ConcatenatedIndex.avqi03_01, 12.000_110_4), (.avqi02_02, 9.072_36),
    (.abi, 14.759_697_549_229_308),
  ])
  func `an index of zero parts is its constant`(index: ConcatenatedIndex, value: Double) throws {
    let found = try #require(index.value(of: Self.zeros).number)

    #expect(abs(found - value) < roundingTolerance)
  }

  @Test(arguments: [
    (IndexPart.cpps, -0.511_565_4), (.harmonicity, -0.017_341_2), (.shimmer, -0.106_937_4),
    (.shimmerDecibels, 2.719_678_2), (.slope, 0.028_902), (.tilt, 0.268_788_6),
  ])
  func `one unit of a part changes AVQI 03.01 by its weight`(
    part: IndexPart, weight: Double
  ) throws {
    #expect(abs(try Self.change(.avqi03_01, by: part) - weight) < roundingTolerance)
  }

  // The same equation as a sum: 9.072 − 0.245 CPPS − 0.161 HNR − 0.470 shimmer + 6.158 shimmer dB
  // − 0.071 slope + 0.170 tilt.
  @Test(arguments: [
    (IndexPart.cpps, -0.245), (.harmonicity, -0.161), (.shimmer, -0.470),
    (.shimmerDecibels, 6.158), (.slope, -0.071), (.tilt, 0.170),
  ])
  func `one unit of a part changes AVQI 02.02 by its printed weight`(
    part: IndexPart, weight: Double
  ) throws {
    #expect(abs(try Self.change(.avqi02_02, by: part) - weight) < printedTolerance)
  }

  @Test func `AVQI 03.01 is the weighted sum of its six parts`() throws {
    let parts: [IndexPart: Measured] = [
      .cpps: Measured(14), .harmonicity: Measured(20), .shimmer: Measured(3),
      .shimmerDecibels: Measured(0.3), .slope: Measured(-25), .tilt: Measured(-11),
    ]

    let index = try #require(ConcatenatedIndex.avqi03_01.value(of: parts).number)

    // 2.8902 · (4.152 − 2.478 − 0.12 − 0.111 + 0.2823 − 0.25 − 1.023)
    #expect(abs(index - 2.8902 * 0.4523) < roundingTolerance)
  }

  @Test func `ABI is the weighted sum of its nine parts`() throws {
    let parts: [IndexPart: Measured] = [
      .cpps: Measured(10), .jitter: Measured(1), .gne: Measured(0.5),
      .highFrequencyNoise: Measured(2), .dejonckere: Measured(20), .firstHarmonics: Measured(2),
      .shimmerDecibels: Measured(0.5), .shimmer: Measured(5), .periodDeviation: Measured(0.001),
    ]

    let index = try #require(ConcatenatedIndex.abi.value(of: parts).number)

    // − 1.72 − 0.193 − 0.6415 − 0.792 + 0.2 + 0.034 + 0.7365 − 0.44 − 0.068295
    #expect(abs(index - 2.925_740_039_4 * (5.044_774_091_5 - 2.884_295)) < roundingTolerance)
  }

  @Test(arguments: IndexID.allCases)
  func `a missing part makes an index unavailable with the same reason`(id: IndexID) {
    for part in id.index.parts {
      var parts = Self.zeros
      parts[part] = .unavailable(.noVoicing)

      #expect(id.index.value(of: parts) == .unavailable(.noVoicing), "\(part)")
    }
  }

  @Test(arguments: [
    (IndexLanguage.dutch, [2.43]), (.spanish, [2.28]), (.german, [1.85]), (.french, [2.33]),
    (.brazilianPortuguese, [1.33, 1.56]), (.americanEnglish, [1.17]), (.japanese, [1.41, 2.06]),
    (.korean, [3.154]), (.finnish, [1.83]), (.italian, [2.35]), (.persian, [1.63]),
  ])
  func `each language has its published cut-offs of AVQI 03.01`(
    language: IndexLanguage, values: [Double]
  ) {
    #expect(ConcatenatedIndex.avqi03_01.cutOffs(in: language).map(\.value) == values)
  }

  @Test(arguments: [
    (IndexLanguage.dutch, [3.44]), (.spanish, [3.40]), (.german, [3.42]),
    (.brazilianPortuguese, [2.38, 3.13]), (.americanEnglish, [2.35]), (.japanese, [3.44]),
    (.korean, [3.685]), (.finnish, [2.68]), (.persian, [2.97]), (.french, []), (.italian, []),
  ])
  func `each language has its published cut-offs of ABI`(
    language: IndexLanguage, values: [Double]
  ) {
    #expect(ConcatenatedIndex.abi.cutOffs(in: language).map(\.value) == values)
  }

  @Test func `every cut-off has a source and a study`() {
    for cutOff in IndexID.allCases.flatMap(\.index.cutOffs) {
      #expect(!cutOff.citation.isEmpty && cutOff.study?.material.isEmpty == false)
      #expect((cutOff.study?.speakers ?? 0) > 50)
    }
  }

  @Test(
    arguments: [
      ("6.1.38", nil, PipelineMatch.identical), ("5.3.57", nil, .earlierRelease),
      ("6.2.14", nil, .earlierRelease), ("6.2.15", nil, .otherProminence),
      ("6.4.1", nil, .otherProminence), (nil, nil, .unknown), ("6.1.38", 11_025, .otherRate),
    ] as [(String?, Hertz?, PipelineMatch)])
  func `the pipeline of a study is compared with Praat 6.1.38`(
    praat: String?, rate: Hertz?, match: PipelineMatch
  ) {
    let study = IndexCutOff.Study(material: "text", speakers: 100, praat: praat, rate: rate)

    #expect(IndexCutOff(.dutch, 1, "a study", study: study).pipeline == match)
  }

  @Test func `an index that equals its cut-off is not above it`() {
    let cutOff = IndexCutOff(.dutch, 2.43, "a study")

    #expect(IndexRelation(of: 2.43, to: cutOff) == .atOrBelow)
    #expect(IndexRelation(of: 2.43.nextUp, to: cutOff) == .above)
    #expect(IndexRelation(of: -1, to: cutOff) == .atOrBelow)
  }
}
