import BaselineService
import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes
import WAVIngest

@Suite struct ProvenanceTests {
  private func hash(_ settings: AnalysisSettings) throws -> String {
    let document = analyze(Recordings.voice(sampleCount: 30_000), settings)
    return try #require(document[path: ["provenance", "settings_sha256"]]?.stringValue)
  }

  @Test func `every setting that changes a value changes the hash`() throws {
    let base = AnalysisSettings(preset: .praat)
    let variants = [
      base, base.with { $0.tier = .quick }, base.with { $0.pitchMethod = .crossCorrelation },
      base.with { $0.givenPitchRange = PitchRange(floor: 75, ceiling: 601) },
      base.with { $0.givenPitchRange = PitchRange(floor: 76, ceiling: 600) },
      base.with { $0.givenPraatVersion = .v6_1 }, base.with { $0.givenPraatVersion = .v6_3 },
      base.with { $0.givenPraatVersion = .v6_4 }, base.with { $0.channel = 2 },
      base.with { $0.givenChecks = .all },
    ]

    let hashes = try variants.map(hash)

    #expect(Set(hashes).count == variants.count)
  }

  @Test func `settings without effect on values do not change the hash`() throws {
    let base = AnalysisSettings()

    let same = try hash(base.with { $0.includesContours = true })

    #expect(try same == hash(base))
  }

  @Test func `a baseline stays valid since the last version that changed a value`() {
    func conditions(_ version: String) -> RecordingConditions {
      RecordingConditions(
        deviceModel: nil, encoding: .pcm16, sampleRate: 44_100, preset: .clinical,
        settingsSHA256: "a", version: version)
    }

    // A version that moves one is named here, and in the table that this rests on.
    let differences = conditions("0.21.0").differences(from: conditions(SoftwareVersion.current))

    #expect(differences.isEmpty, "\(SoftwareVersion.current)")
  }

  @Test func `baselines compare the settings that are declared for tracked measures`() {
    let declared = VoiceAnalyzer.choiceNames(of: Set(ChangeMeasure.all.map(\.measure)))
    let analysis: Set = ["channel", "lost_end", "measures", "praat_version", "preset", "tier"]
    let intervals: Set = ["interval_block_s", "interval_fewest_blocks", "steady_shortest_s"]

    let moving = declared.union(analysis).subtracting(intervals).subtracting(
      VoiceAnalyzer.eventChoices)

    #expect(FollowedSettings.names == moving)
  }

  @Test(arguments: Preset.allCases)
  func `every setting concerns a baseline measure or is not compared`(
    preset: Preset
  ) throws {
    let settings = AnalysisSettings(preset: preset).with { $0.givenMeasures = [.f0Mean] }
    let document = analyze(Recordings.voice(sampleCount: 30_000), settings)
    let named = Set(try #require(document[path: ["provenance", "settings"]]).keys)
    let followed = Set(ChangeMeasure.all.map(\.measure))
    let others = FeatureExtractors.all.filter { followed.isDisjoint(with: $0.measures) }
    let own = Set(others.flatMap { $0.choices(in: settings) }.map(\.name))
    let uncompared = named.intersection([
      "checks", "interval_block_s", "interval_fewest_blocks", "steady_shortest_s",
    ]).union(named.intersection(VoiceAnalyzer.eventChoices))

    #expect(named.subtracting(FollowedSettings.names) == own.union(uncompared))
    #expect(own.isSuperset(of: ["gne_sample_rate_hz", "tremor_window_s", "formant_count"]))
  }

  /// Made by version 0.18.0, before settings were compared by measure, and before amplitudes and harmonicity
  /// excluded the sound below the voice.
  @Test func `a baseline of version 0.18.0 differs by the version and the high-pass filter`() throws
  {
    let file = Repository.fixtures.appendingPathComponent("baselines/version_0.18.0.json")
    let older = try JSONValue.parse(Array(Data(contentsOf: file)))
    var filtered = older
    for group in ["amplitude", "harmonicity"] {
      for (name, ratio) in [("high_pass_f0_ratio", 0.45), ("high_pass_flank_f0_ratio", 0.05)] {
        filtered = filtered.setting(
          ["provenance", "settings", .key("\(group)_\(name)")], to: .number(ratio))
      }
    }
    let voice = Repository.fixtures.appendingPathComponent("voices/svd_1704_a_n.wav")
    let json = analyze(Array(try Data(contentsOf: voice)))
    let later = json.setting(["provenance", "settings", "measure_of_tomorrow_hz"], to: 7)
      .setting(["provenance", "settings_sha256"], to: .string(String(repeating: "b", count: 64)))

    let differences = try [(filtered, json), (filtered, later), (older, json)].map { file, json in
      BaselineComparison(
        with: try StoredBaseline(json: file).baseline, rule: .mustAgree, minimums: []
      ).compare([
        MeasuredVowel(
          document: try ResultsDocument(json: json), origin: VowelMetadata(sessionID: "N"))
      ]).differences.map(\.kind)
    }

    #expect(differences == [[.version], [.version], [.settings, .version]])
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `the hash is computed from the written settings`(settings: AnalysisSettings) throws {
    let document = analyze(Recordings.voice, settings)
    let written = try #require(document["provenance"]?["settings"])

    let hash = ContentHash.sha256(of: Array(written.text(.compact).utf8))

    #expect(document["provenance"]?["settings_sha256"] == .string(hash))
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `provenance names the settings in force`(settings: AnalysisSettings) {
    let document = analyze(Recordings.voice, settings)
    let named = document["provenance"]?["settings"]

    #expect(document["provenance"]?["preset"] == .string(settings.preset.rawValue))
    #expect(named?["tier"] == .string(settings.tier.rawValue))
    #expect(
      named?["pitch_floor_hz"]?.numberValue == settings.firstPitchRange.floor.value)
    #expect(named?["sinc_window"] == "fixed_half_width")
    // The praat preset names the version it took; the clinical one is no version's.
    #expect(named?["praat_version"] == (settings.preset == .praat ? "7.0" : .null))
  }

  @Test func `a given Praat version is stamped`() {
    let settings = AnalysisSettings(preset: .praat).with { $0.givenPraatVersion = .v6_3 }

    let named = analyze(Recordings.voice, settings)["provenance"]?["settings"]

    #expect(named?["praat_version"] == "6.3")
    #expect(named?["sinc_window"] == "reaching_past_edge")
    #expect(named?["pulse_fallback"] == "keep_outside_match")
  }

  @Test func `a refused document has its provenance`() {
    let document = analyze([], AnalysisSettings(preset: .praat))

    #expect(document["provenance"]?["preset"] == "praat")
    #expect(document["provenance"]?["libraries"]?.keys == ["fftw", "libsndfile"])
  }
}
