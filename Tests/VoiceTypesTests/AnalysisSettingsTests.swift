import Testing
import VoiceTypes

@Suite struct PitchRangeTests {
  @Test(arguments: [
    (0.0, 600.0), (-75, 600), (600, 600), (600, 75), (.nan, 600), (75, .nan), (75, .infinity),
    (.infinity, .infinity), (-.infinity, 600),
  ])
  func `an invalid pitch range is nil`(floor: Double, ceiling: Double) {
    #expect(PitchRange(floor: Hertz(floor), ceiling: Hertz(ceiling)) == nil)
  }

  @Test func `a range keeps its ends`() {
    let range = PitchRange(floor: 100, ceiling: 500)

    #expect(range?.floor == 100)
    #expect(range?.ceiling == 500)
  }
}

@Suite struct AnalysisSettingsTests {
  private let givenRange = PitchRange(floor: 100, ceiling: 500)

  @Test func `settings are clinical, comprehensive, by autocorrelation and without contours`() {
    let settings = AnalysisSettings()

    #expect(settings.preset == .clinical)
    #expect(settings.tier == .comprehensive)
    #expect(settings.pitchMethod == .autocorrelation)
    #expect(settings.includesContours == false)
  }

  @Test(arguments: Tier.allCases)
  func `the praat preset searches 75 to 600 Hz`(tier: Tier) {
    let settings = AnalysisSettings(preset: .praat, tier: tier)

    #expect(settings.firstPitchRange == PitchRange(floor: 75, ceiling: 600))
    #expect(settings.pitchRangeRule == .fixed)
    #expect(settings.segment == .whole)
    #expect(settings.gates == .off)
    #expect(!settings.judges)
  }

  @Test func `the quick tier of the clinical preset searches 60 to 600 Hz`() {
    let settings = AnalysisSettings(preset: .clinical, tier: .quick)

    #expect(settings.firstPitchRange == PitchRange(floor: 60, ceiling: 600))
    #expect(settings.pitchRangeRule == .fixed)
    #expect(settings.segment == .whole)
  }

  @Test func `the comprehensive clinical analysis searches twice for a steady segment`() {
    let settings = AnalysisSettings(preset: .clinical, tier: .comprehensive)

    #expect(settings.firstPitchRange == PitchRange(floor: 60, ceiling: 600))
    #expect(settings.pitchRangeRule == .twoPass)
    #expect(settings.segment == .steady)
    #expect(settings.gates == .withhold)
    #expect(settings.judges)
  }

  @Test(arguments: Preset.allCases, SegmentRule.allCases)
  func `a given segment rule replaces that of the preset`(preset: Preset, rule: SegmentRule) {
    var settings = AnalysisSettings(preset: preset)
    settings.givenSegment = rule

    #expect(settings.segment == rule)
  }

  @Test(arguments: Preset.allCases, Tier.allCases)
  func `a given range replaces that of the preset`(preset: Preset, tier: Tier) {
    var settings = AnalysisSettings(preset: preset, tier: tier)
    settings.givenPitchRange = givenRange

    #expect(settings.firstPitchRange == givenRange)
    #expect(settings.pitchRangeRule == .given)
  }

  @Test func `the harmonicity floor of the clinical preset stays at 75 Hz`() {
    var settings = AnalysisSettings(preset: .clinical)
    settings.givenPitchRange = givenRange

    #expect(settings.harmonicityFloor == 75)
  }

  @Test func `the harmonicity floor of the praat preset is the pitch floor`() {
    var settings = AnalysisSettings(preset: .praat)
    settings.givenPitchRange = givenRange

    #expect(settings.harmonicityFloor == 100)
  }

  @Test func `the praat preset is Praat 7`() {
    let settings = AnalysisSettings(preset: .praat)

    #expect(settings.sincWindow == .fixedHalfWidth)
    #expect(settings.pulseFallback == .stepOnePeriod)
    #expect(settings.cppsDefinition == .praat7_0)
  }

  @Test func `the clinical preset is Praat 7 with the CPPS of Praat 6_1`() {
    let settings = AnalysisSettings(preset: .clinical)

    #expect(settings.sincWindow == .fixedHalfWidth)
    #expect(settings.pulseFallback == .stepOnePeriod)
    #expect(settings.cppsDefinition == .praat6_1)
  }

  /// The settings of each version in the contract.
  private static let versions: [(PraatVersion, SincWindow, PulseFallback, CPPSDefinition)] = [
    (.v6_1, .reachingPastEdge, .keepOutsideMatch, .praat6_1),
    (.v6_3, .reachingPastEdge, .keepOutsideMatch, .praat6_3),
    (.v6_4, .fixedHalfWidth, .stepOnePeriod, .praat6_3),
    (.v7_0, .fixedHalfWidth, .stepOnePeriod, .praat7_0),
  ]

  @Test(arguments: Preset.allCases)
  func `the Praat version sets window, fallback and CPPS in every preset`(preset: Preset) {
    for (version, window, fallback, cpps) in Self.versions {
      var settings = AnalysisSettings(preset: preset)
      settings.givenPraatVersion = version
      #expect(settings.sincWindow == window, "\(version)")
      #expect(settings.pulseFallback == fallback, "\(version)")
      #expect(settings.cppsDefinition == cpps, "\(version)")
    }
  }

  @Test func `the versions are those of the contract`() {
    #expect(PraatVersion.allCases.map(\.rawValue) == ["6.1", "6.3", "6.4", "7.0"])
  }
}
