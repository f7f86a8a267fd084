import BaselineService
import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes
import WAVIngest

@Suite struct AssessmentTests {
  private static let person: UserProfile = {
    var profile = UserProfile(userID: "p-1")
    profile.age = Age(years: 34)
    profile.genderIdentity = .man
    profile.sexAssignedAtBirth = .male
    return profile
  }()

  private func assess(
    _ bytes: [UInt8], _ settings: AnalysisSettings = .init(),
    of profile: UserProfile = Self.person
  ) throws -> JSONValue {
    var workspace = AnalysisWorkspace()
    return VoicePipeline(
      settings: settings, environment: .still, profile: profile, limits: try .embedded()
    ).analyze(.bytes(bytes, name: "voice.wav"), workspace: &workspace).json
  }

  private func standings(in document: JSONValue) -> [String: String] {
    let measures = document[path: ["assessment", "measures"]]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: measures.map {
        ($0["measure"]?.stringValue ?? "", $0["standing"]?.stringValue ?? "")
      })
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `a document with a profile is valid, and the same bytes every time`(
    settings: AnalysisSettings
  ) throws {
    let document = try assess(Recordings.longVoice, settings)

    #expect(try DocumentRules.problems(in: document) == [])
    #expect(document[path: ["assessment", "reference", "band"]] == "18-59")
    #expect(document.text(.compact) == (try assess(Recordings.longVoice, settings)).text(.compact))
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `a profile changes the assessment only`(settings: AnalysisSettings) throws {
    let with = try assess(Recordings.longVoice, settings)

    let without = analyze(Recordings.longVoice, settings)

    #expect(without["assessment"] == .null)
    #expect(with.setting(["assessment"], to: .null) == without)
  }

  @Test func `the literature set compares F0`() throws {
    let standings = standings(in: try assess(Recordings.longVoice))

    #expect(
      Set(standings.filter { $0.value != "no_reference" }.keys) == ["f0.mean_hz", "f0.median_hz"])
    #expect(standings["f0.mean_hz"] == "within")
  }

  @Test func `the shipped measured set applies to the clinical preset`() throws {
    var person = Self.person
    person.voiceReference = .combined
    var workspace = AnalysisWorkspace()
    let set = try ReferenceLimits.embeddedMeasured()

    let document = VoicePipeline(
      settings: .init(), environment: .still, profile: person,
      assessor: Assessor(limits: try .embedded(), measured: set)
    ).analyze(.bytes(Recordings.longVoice, name: "voice.wav"), workspace: &workspace).json

    let measures = document[path: ["assessment", "measures"]]?.elements ?? []
    let deciding = measures.filter {
      $0[path: ["typical", "basis"]] == "measured" && $0[path: ["typical", "kind"]] == "typical"
    }
    let names = Set(deciding.compactMap { $0["measure"]?.stringValue })
    #expect(
      names.isSuperset(of: [
        "f0.sd_semitones", "jitter.local_percent", "hnr.mean_db", "voice_quality.cpps_db",
      ]))
    #expect(!names.contains("shimmer.local_percent"))
    #expect(document[path: ["assessment", "verdict", "compared"]] == .int(names.count))
    #expect(
      document[path: ["assessment", "reference", "measured", "version"]] == .string(set.version))
    #expect(try DocumentRules.problems(in: document) == [])
  }

  /// 23 of 59 such recordings were called outside, 22 of them by MDVP's APQ11 alone.
  @Test(arguments: ["coswara_14_a.wav", "coswara_21_a.wav", "svd_0001_a_n.wav"])
  func `a recording from the reference sample has no findings`(file: String) throws {
    var person = Self.person
    person.voiceReference = .combined
    var workspace = AnalysisWorkspace()
    let path = Repository.fixtures.appendingPathComponent("voices/\(file)").path

    let document = VoicePipeline(
      settings: .init(), environment: .still, profile: person, assessor: try .embedded()
    ).analyze(.path(path), workspace: &workspace).json

    let standings = standings(in: document)
    #expect(!standings.values.contains("outside"))
    #expect(!standings.values.contains("outside_published"))
    #expect(document[path: ["assessment", "verdict", "findings"]]?.elements.isEmpty == true)
  }

  @Test func `the praat preset compares measures independent of type and preset`() throws {
    let standings = standings(in: try assess(Recordings.longVoice, .init(preset: .praat)))

    #expect(
      Set(standings.filter { $0.value != "no_reference" }.keys) == [
        "f0.mean_hz", "f0.median_hz",
      ])
  }

  @Test func `the quick tier compares F0`() throws {
    let document = try assess(Recordings.longVoice, .init(tier: .quick))

    #expect(standings(in: document) == ["f0.mean_hz": "within", "f0.median_hz": "within"])
  }

  @Test func `a refused recording has no assessment`() throws {
    let document = try assess(Recordings.voice(sampleCount: 10_000))

    #expect(document["state"] == "refused")
    #expect(document["assessment"] == nil)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test func `version and fingerprint of the limits are stated`() throws {
    let reference = try #require(try assess(Recordings.voice)[path: ["assessment", "reference"]])

    #expect(reference["version"] == "literature-3")
    #expect(reference["sha256"]?.stringValue?.count == 64)
  }
}
