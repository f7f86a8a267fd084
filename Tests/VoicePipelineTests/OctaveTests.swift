// F0 is not stated in an octave that the signal leaves open, nor withheld in one that it does not.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

/// Members of a document for tests of the octave.
extension JSONValue {
  var medianF0: Double? { self[path: ["biomarkers", "f0", "median_hz"]]?.numberValue }

  func code(of measure: Measure) -> String? { entry(of: measure, in: "unavailable") }

  func flag(of measure: Measure) -> String? { entry(of: measure, in: "flags") }

  private func entry(of measure: Measure, in list: String) -> String? {
    self[list]?.elements.first { $0["measure"]?.stringValue == measure.rawValue }?["code"]?
      .stringValue
  }
}

@Suite struct OctaveTests {
  /// F0 in another octave would be off by half.
  private static let sameOctave = 0.03

  private func voice(
    f0: Hertz, _ change: (inout SyntheticVoice) -> Void = { _ in }
  ) -> [UInt8] {
    WAVEncoder.pcm16(
      SyntheticVoice(f0: f0, vowel: .a, duration: 1.5, seed: 5).with {
        $0.jitterPercent = 0.3
        $0.shimmerPercent = 2
        $0.hnr = 25
        change(&$0)
      }.synthesize().signal)
  }

  private func fixture(_ name: String) -> AudioSource {
    .path(Repository.fixtures.appendingPathComponent("voices/\(name).wav").path)
  }

  @Test(arguments: [160.0, 230], Tier.allCases)
  func `alternating amplitudes do not halve F0`(
    f0: Double, tier: Tier
  ) {
    for percent in [10.0, 25] {
      let bytes = voice(f0: Hertz(f0)) { $0.amplitudeAlternationPercent = percent }

      let document = analyze(bytes, AnalysisSettings(tier: tier))

      let isStated = document.medianF0.map { abs($0 / f0 - 1) < Self.sameOctave }
      let high = document["f0_candidates"]?["high_hz"]?.numberValue
      let isOpen = document.code(of: .f0Median) == "octave_ambiguous"
      #expect(isStated ?? (isOpen && high.map { abs($0 / f0 - 1) < 0.1 } == true))
    }
  }

  @Test(arguments: [10.0, 20])
  func `alternating periods do not halve F0`(percent: Double) {
    let document = analyze(voice(f0: 160) { $0.periodAlternationPercent = percent })

    #expect(document.medianF0.map { abs($0 / 160 - 1) < Self.sameOctave } ?? true)
  }

  @Test(arguments: ["svd_1931_a_n", "svd_1340_a_n"], Tier.allCases)
  func `two glottal closures per repetition give F0 of the closures`(
    name: String, tier: Tier
  ) throws {
    let closures = ["svd_1931_a_n": 197.5, "svd_1340_a_n": 235.9]

    let document = analyze(fixture(name), AnalysisSettings(tier: tier))

    let rate = try #require(closures[name])
    let candidates = try #require(document["f0_candidates"])
    #expect(abs(try #require(document.medianF0) / rate - 1) < Self.sameOctave)
    #expect(candidates["decided_by"] == "zero_crossings")
    #expect(candidates["evidence"]?.elements.isEmpty == false)
    if tier == .comprehensive { #expect(document.code(of: .jitterLocal) == "signal_type") }
  }

  @Test(arguments: Tier.allCases)
  func `contradictory evidence gives two F0 candidates`(tier: Tier) throws {
    let document = analyze(
      voice(f0: 200) { ($0.vowel, $0.amplitudeAlternationPercent) = (.u, 60) },
      AnalysisSettings(tier: tier))

    let candidates = try #require(document["f0_candidates"])
    #expect(document.code(of: .f0Median) == "octave_ambiguous")
    #expect(document.code(of: .f0Confidence) == "octave_ambiguous")
    // These are the same in either octave.
    for measure in [Measure.subharmonicRatio, .f0StandardDeviationSemitones] {
      #expect(document.code(of: measure) == (tier == .quick ? "not_in_tier" : nil), "\(measure)")
    }
    #expect(candidates["decided_by"] == .null)
    if tier == .comprehensive {
      #expect(document.code(of: .jitterLocal) == "octave_ambiguous")
      #expect(document.code(of: .meanPeriod) == "octave_ambiguous")
    }
  }

  @Test func `a pitch range with one candidate decides, with a note`() throws {
    let high = AnalysisSettings().with {
      $0.givenPitchRange = PitchRange(floor: 150, ceiling: 400)
    }
    let low = AnalysisSettings().with {
      $0.givenPitchRange = PitchRange(floor: 60, ceiling: 150)
    }

    let above = analyze(fixture("svd_1931_a_n"), high)
    let below = analyze(fixture("svd_1931_a_n"), low)

    #expect(abs(try #require(above.medianF0) / 197 - 1) < Self.sameOctave)
    #expect(abs(try #require(below.medianF0) / 98.6 - 1) < Self.sameOctave)
    #expect(above[path: ["f0_candidates", "decided_by"]] == "operator")
    #expect(below[path: ["f0_candidates", "decided_by"]] == "operator")
  }

  @Test(arguments: [100.0, 200])
  func `the baseline of the person decides the octave, with a note`(usual: Double) throws {
    let settings = AnalysisSettings().with { $0.baselineF0 = Hertz(usual) }

    let document = analyze(
      voice(f0: 200) { ($0.vowel, $0.amplitudeAlternationPercent) = (.u, 60) }, settings)

    #expect(abs(try #require(document.medianF0) / usual - 1) < Self.sameOctave)
    #expect(document[path: ["f0_candidates", "decided_by"]] == "baseline")
    #expect(
      document[path: ["provenance", "settings", "usual_f0_hz"]]?.numberValue == usual)
  }

  @Test func `a clean voice keeps its values when a lower range finds two periods`() throws {
    let document = analyze(fixture("svd_1704_a_n"), AnalysisSettings())

    #expect(abs(try #require(document.medianF0) / 111 - 1) < Self.sameOctave)
    #expect(document.code(of: .jitterLocal) == nil)
    #expect(document["f0_candidates"] == nil)
  }

  // Missing are at most 3 of 100 (Benchmarks/missing.py); of the 2 s here, 3 of the first 120 of 115 Hz.
  @Test(arguments: [115.0, 250])
  func `jitter neither removes nor halves F0`(
    f0: Double
  ) throws {
    var missing: [UInt64] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      let jittery = SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: 2, seed: seed).with {
        $0.jitterPercent = 2.5
        $0.shimmerPercent = 6
        $0.hnr = 15
      }

      let document = analyze(WAVEncoder.pcm16(jittery.synthesize().signal))

      #expect(abs(try #require(document.medianF0) / f0 - 1) < Self.sameOctave, "seed \(seed)")
      if document.code(of: .jitterLocal) != nil { missing.append(seed) }
    }
    print("jitter is missing of the seeds \(missing) at \(f0) Hz")
    #expect(missing.count <= 1)
  }
}

@Suite struct GateChoiceTests {
  private let short = Recordings.shortVoice

  @Test func `flagged values stay and have the code of suppression`() {
    let withheld = analyze(short)
    let flagged = analyze(short, AnalysisSettings().with { $0.givenGates = .flag })

    for measure in [Measure.jitterLocal, .hnrMean, .nhr] {
      #expect(withheld.code(of: measure) == "too_short", "\(measure)")
      #expect(flagged.code(of: measure) == nil, "\(measure)")
      #expect(flagged.flag(of: measure) == "too_short", "\(measure)")
    }
    #expect(withheld["flags"]?.elements.isEmpty == true)
    #expect(flagged[path: ["provenance", "settings", "gates"]] == "flag")
  }

  @Test func `without gates nothing is typed, flagged or suppressed`() {
    let document = analyze(short, AnalysisSettings().with { $0.givenGates = .off })

    #expect(document.code(of: .jitterLocal) == nil)
    #expect(document["flags"]?.elements.isEmpty == true)
    #expect(document[path: ["signal_type", "type"]] == .null)
    #expect(document[path: ["provenance", "settings", "gates"]] == "off")
  }

  @Test func `a flagged document is read back as it was written`() throws {
    let json = analyze(short, AnalysisSettings().with { $0.givenGates = .flag })

    #expect(try ResultsDocument(json: json).json == json)
  }

  @Test func `harmonicity of a voice below its floor is withheld, with a floor that would do`() {
    let low = WAVEncoder.pcm16(Recordings.signal(f0: 73, seconds: 3))

    let document = analyze(low)

    for measure in [Measure.hnrMean, .hnrStandardDeviation, .hnrAutocorrelationMean, .nhr] {
      #expect(document.code(of: measure) == "below_floor", "\(measure)")
    }
    #expect(document.code(of: .jitterLocal) == nil)
  }
}
