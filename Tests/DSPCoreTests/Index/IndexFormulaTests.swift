// The formulas and the tables of cut-offs against published numbers.

import Testing
@testable import VoiceTypes

// A sum of at most ten terms below 15, or of the constant and one product.
private let roundingTolerance = 1e-12

// The published equation of AVQI 02.02 has three decimals.
private let printedTolerance = 6e-4

@Suite struct IndexFormulaTests {
  private static let zeros = Dictionary(
    uniqueKeysWithValues: IndexPart.allCases.map { ($0, Measured(0)) })

  @Test(arguments: [
    (ConcatenatedIndex.avqi03_01, 12.000_110_4), (.avqi02_02, 9.072_36),
    (.abi, 14.759_697_549_229_308),
  ])
  func `an index of zero parts is its constant`(index: ConcatenatedIndex, value: Double) throws {
    let found = try #require(index.value(of: Self.zeros).number)

    #expect(abs(found - value) < roundingTolerance)
  }

  // AVQI 02.02 as a sum: 9.072 − 0.245 CPPS − 0.161 HNR − 0.470 shimmer + 6.158 shimmer dB − 0.071
  // slope + 0.170 tilt.
  @Test(
    arguments: [
      (
        .avqi03_01, 2.8902, roundingTolerance,
        [
          .cpps: -0.177, .harmonicity: -0.006, .shimmer: -0.037, .shimmerDecibels: 0.941,
          .slope: 0.01, .tilt: 0.093,
        ]
      ),
      (
        .avqi02_02, 1, printedTolerance,
        [
          .cpps: -0.245, .harmonicity: -0.161, .shimmer: -0.470, .shimmerDecibels: 6.158,
          .slope: -0.071, .tilt: 0.170,
        ]
      ),
      (
        .abi, 2.925_740_039_4, roundingTolerance,
        [
          .cpps: -0.172, .jitter: -0.193, .gne: -1.283, .highFrequencyNoise: -0.396,
          .dejonckere: 0.010, .firstHarmonics: 0.017, .shimmerDecibels: 1.473, .shimmer: -0.088,
          .periodDeviation: -68.295,
        ]
      ),
    ] as [(ConcatenatedIndex, Double, Double, [IndexPart: Double])])
  func `each part adds to an index by its weight`(
    index: ConcatenatedIndex, factor: Double, tolerance: Double, weights: [IndexPart: Double]
  ) throws {
    let constant = try #require(index.value(of: Self.zeros).number)

    #expect(Set(index.parts) == Set(weights.keys))
    for (part, weight) in weights {
      let parts = Self.zeros.merging([part: Measured(1)]) { $1 }
      let change = try #require(index.value(of: parts).number) - constant
      #expect(abs(change - factor * weight) < tolerance, "\(part)")
    }
  }

  @Test(arguments: ConcatenatedIndex.allCases)
  func `a missing part makes an index unavailable with the same reason`(
    index: ConcatenatedIndex
  ) {
    for part in index.parts {
      let parts = Self.zeros.merging([part: .unavailable(.noVoicing)]) { $1 }

      #expect(index.value(of: parts) == .unavailable(.noVoicing), "\(part)")
    }
  }

  @Test(
    arguments: [
      (
        .avqi03_01,
        [
          .dutch: [2.43], .spanish: [2.28], .german: [1.85], .french: [2.33],
          .brazilianPortuguese: [1.33, 1.56], .americanEnglish: [1.17], .japanese: [1.41, 2.06],
          .korean: [3.154], .finnish: [1.83], .italian: [2.35], .persian: [1.63],
        ]
      ),
      (.avqi02_02, [.finnish: [2.87]]),
      (
        .abi,
        [
          .dutch: [3.44], .spanish: [3.40], .german: [3.42], .brazilianPortuguese: [2.38, 3.13],
          .americanEnglish: [2.35], .japanese: [3.44], .korean: [3.685], .finnish: [2.68],
          .persian: [2.97],
        ]
      ),
    ] as [(ConcatenatedIndex, [IndexLanguage: [Double]])])
  func `each language has its published cut-offs, with a source and a study`(
    index: ConcatenatedIndex, values: [IndexLanguage: [Double]]
  ) {
    for language in IndexLanguage.allCases {
      #expect(index.cutOffs(in: language).map(\.value) == values[language] ?? [], "\(language)")
    }
    for cutOff in index.cutOffs {
      #expect(!cutOff.citation.isEmpty && cutOff.study?.material.isEmpty == false)
      #expect((cutOff.study?.speakers ?? 0) > 50)
    }
  }

  private static func cutOff(praat: String?, rate: Hertz? = nil) -> IndexCutOff {
    IndexCutOff(
      language: .dutch, value: 2.43, citation: "a study",
      study: .init(material: "text", speakers: 100, praat: praat, rate: rate))
  }

  @Test(
    arguments: [
      ("6.1.38", nil, IndexCutOff.Pipeline.identical), ("5.3.57", nil, .earlierRelease),
      ("6.2.14", nil, .earlierRelease), ("6.2.15", nil, .otherProminence),
      ("6.4.1", nil, .otherProminence), (nil, nil, .unknown), ("6.1.38", 11_025, .otherRate),
    ] as [(String?, Hertz?, IndexCutOff.Pipeline)])
  func `the pipeline of a study is compared with Praat 6.1.38`(
    praat: String?, rate: Hertz?, match: IndexCutOff.Pipeline
  ) {
    #expect(Self.cutOff(praat: praat, rate: rate).pipeline == match)
  }

  @Test(
    arguments: [(2.43, .atOrBelow), (2.43.nextUp, .above), (-1, .atOrBelow)]
      as [(Double, IndexCutOff.Relation)])
  func `an index that equals its cut-off is not above it`(
    index: Double, relation: IndexCutOff.Relation
  ) {
    #expect(Self.cutOff(praat: nil).relation(of: Measured(index)) == relation)
  }
}
