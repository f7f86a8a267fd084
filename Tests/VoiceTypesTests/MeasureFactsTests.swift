// The columns of the table of measures are consistent.

import TestSupport
import Testing
import VoiceTypes

@Suite struct MeasureFactsTests {
  /// The ending of a measure's key; nil for a plain number or a count.
  private static func ending(of unit: MeasureUnit) -> String? {
    switch unit {
    case .hertz: "_hz"
    case .semitones: "_semitones"
    case .cents: "_cents"
    case .percent: "_percent"
    case .decibels: "_db"
    case .microseconds: "_us"
    case .seconds: "_s"
    case .number, .count: nil
    }
  }

  private static let endings = MeasureUnit.allCases.compactMap(ending)

  @Test(arguments: Measure.allCases)
  func `each key ends in its unit`(measure: Measure) {
    let found = Self.endings.filter { measure.rawValue.hasSuffix($0) }

    #expect(found == [Self.ending(of: measure.facts.unit)].compactMap { $0 })
  }

  @Test func `only the F0 standard deviations share a name, in two units`() {
    let names = Dictionary(grouping: Measure.allCases) { $0.facts.name.spoken }

    #expect(
      names.values.filter { $0.count > 1 } == [
        [.f0StandardDeviation, .f0StandardDeviationSemitones]
      ])
    #expect(names.keys.allSatisfy { !$0.isEmpty })
  }

  @Test func `a title is the name with a capital letter, but for letters and long names`() {
    let own = Measure.allCases.filter {
      $0.title.lowercased() != $0.facts.name.spoken.lowercased()
    }

    #expect(
      own == [
        .f0StandardDeviation, .f0StandardDeviationSemitones, .f0VoicedFraction, .hnrMean,
        .hnrStandardDeviation, .hnrAutocorrelationMean, .stabilityScore, .cpps, .intensityMean,
        .soundPressureLevel,
        .ltasSlope, .ltasTilt, .h1H2, .gne, .phonationDuration, .phonationVoiceBreaks,
        .phonationDegreeOfVoiceBreaks,
        .phonationUnvoicedFraction, .phonationOnset,
      ])
    // The width of the column of the text report.
    #expect(Measure.allCases.allSatisfy { $0.title.count <= 37 })
    #expect(Measure.f0Mean.title == "Mean F0")
  }

  @Test func `redundant measures refer to non-redundant ones`() {
    for measure in Measure.allCases {
      #expect(measure.facts.redundantMeasure != measure)
      #expect(measure.facts.redundantMeasure?.facts.redundantMeasure == nil, "\(measure)")
    }
  }

  @Test func `a redundant measure shares the validity criteria`() {
    for measure in Measure.allCases {
      guard let twin = measure.facts.redundantMeasure else { continue }
      #expect(
        measure.facts.validityCriteria.isSuperset(of: twin.facts.validityCriteria), "\(measure)")
    }
    // Of itself neither follows the pitch track nor a share of noise.
    #expect(Measure.meanPeriod.facts.validityCriteria.contains(.otherOctave))
    #expect(
      Measure.nhr.facts.validityCriteria.contains([.shortStretch, .failedCheck, .belowFloor]))
  }

  @Test func `a voice without clear F0 has no period measures`()
    throws
  {
    let left = Measure.allCases.filter { !$0.facts.validityCriteria.contains(.typeThree) }

    #expect(
      left.map(\.rawValue) == (try MeasureContract.all().filter(\.standsWithoutF0).map(\.key)))
    #expect(left.contains(.cpps))
    #expect(
      left.allSatisfy { [.all, .phonation].contains($0.part) && $0.facts.redundantMeasure == nil })
  }

  @Test func `measures missing for type 2 are missing for type 3`() {
    for measure in Measure.allCases where measure.facts.validityCriteria.contains(.typeTwo) {
      #expect(measure.facts.validityCriteria.contains(.typeThree), "\(measure)")
    }
  }

  @Test func `the quick tier has no period measures`() {
    for measure in Measure.allCases where measure.isQuick {
      #expect([.all, .voicedFrames].contains(measure.part), "\(measure)")
    }
  }

  /// A session is averaged on one of two scales.
  @Test func `baseline measures are logarithmic or in decibels`() {
    for measure in Measure.allCases where measure.facts.followed != nil {
      let facts = measure.facts
      #expect(facts.scale == .logarithmic || facts.unit == .decibels, "\(measure)")
    }
  }

  @Test func `each feature group has one primary measure of its own`() {
    let primaryEndpoints = Measure.allCases.compactMap(\.facts.followed).filter(\.isPrimary)

    #expect(primaryEndpoints.map(\.family) == FeatureGroup.allCases)
  }

  @Test func `a parsed frequency has a unit and a possible value`() {
    for measure in Measure.allCases {
      guard case .upTo(let frequency) = measure.facts.band else { continue }
      #expect(frequency >= 1000 && frequency <= 22_050, "\(measure)")
    }
  }
}
