// Asking for some measures changes none of them and says so of the others.

import TestSupport
import Testing
import VoiceTypes

@Suite struct SelectionTests {
  private static let allOfPraat = analyze(
    Recordings.longVoice,
    AnalysisSettings(preset: .praat).with { $0.givenMeasures = Set(Measure.allCases) })

  @Test func `the praat preset omits measures that Praat does not have`() {
    let clinical = Measure.allCases.filter { $0.facts.demand == .clinical }

    #expect(clinical == [.f0ModulationSlow, .f0ModulationFast, .gne])
    for (preset, omitted) in [(Preset.clinical, []), (.praat, clinical)] {
      let document = document(preset, nil)
      #expect(
        Measure.allCases.filter { code(of: $0, in: document) == "not_requested" } == omitted)
    }
    for measure in clinical {
      #expect(value(of: measure, in: Self.allOfPraat) != .null, "\(measure)")
    }
  }

  private func document(_ preset: Preset, _ measures: Set<Measure>?) -> JSONValue {
    analyze(
      Recordings.longVoice, AnalysisSettings(preset: preset).with { $0.givenMeasures = measures })
  }

  private func value(of measure: Measure, in document: JSONValue) -> JSONValue? {
    document[path: [.key("biomarkers"), .key(measure.group.rawValue), .key(measure.key)]]
  }

  private func code(of measure: Measure, in document: JSONValue) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure.rawValue }?["code"]?.stringValue
  }

  @Test(arguments: Preset.allCases)
  func `a group requested alone has the same values`(preset: Preset) {
    let all = document(preset, Set(Measure.allCases))

    for group in MeasureGroup.allCases {
      let asked = Set(group.measures)
      let document = document(preset, asked)

      for measure in Measure.allCases {
        if asked.contains(measure) {
          #expect(value(of: measure, in: document) == value(of: measure, in: all), "\(measure)")
          #expect(code(of: measure, in: document) == code(of: measure, in: all), "\(measure)")
        } else {
          #expect(value(of: measure, in: document) == .null, "\(measure)")
          #expect(code(of: measure, in: document) == "not_requested", "\(measure)")
        }
      }
    }
  }

  @Test(arguments: Measure.allCases)
  func `a measure requested alone has the same value`(measure: Measure) {
    let alone = document(.praat, [measure])

    #expect(value(of: measure, in: alone) == value(of: measure, in: Self.allOfPraat))
    #expect(
      alone["unavailable"]?.elements.count(where: { $0["code"] == "not_requested" })
        == Measure.allCases.count - 1)
  }

  @Test func `requested measures have the same intervals`() {
    let all = document(.clinical, nil)["uncertainty"]
    let some = document(.clinical, [.jitterLocal, .cpps])["uncertainty"]

    #expect(some?.members.map(\.key) == ["jitter.local_percent", "voice_quality.cpps_db"])
    #expect(some?["jitter.local_percent"] == all?["jitter.local_percent"])
    #expect(some?["voice_quality.cpps_db"] == all?["voice_quality.cpps_db"])
  }

  @Test func `a selection is stated in document order, only if given`() {
    let path: [JSONStep] = ["provenance", "settings", "measures"]

    #expect(document(.clinical, nil)[path: path] == nil)
    #expect(
      document(.clinical, [.cpps, .f0Mean])[path: path] == ["f0.mean_hz", "voice_quality.cpps_db"])
  }

  @Test func `an unvoiced recording has reasons for unrequested measures too`() {
    let silence = Recordings.constant(0)
    let settings = AnalysisSettings(preset: .praat).with { $0.givenMeasures = [.cpps] }

    let problems = analyze(silence, settings)["unavailable"]?.elements.flatMap(
      ReasonRules.problems)

    #expect(problems == [])
  }
}
