import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct BaselineReaderTests {
  private static let document = SampleSessions.established(
    from: SampleSessions.vowels(sessions: 3, vowels: 4))

  @Test func `a written baseline is read back`() throws {
    var profile = UserProfile(userID: "u1")
    profile.age = Age(years: 40)
    profile.suspectedConditions = ["x"]
    let person = BaselinePerson(
      profile, demographic: VoiceDemographic(band: nil, category: .combined, reason: "why"))
    let document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: 3, vowels: 4), person: person)
    let json = try JSONValue(parsing: document.json.text(.pretty))

    let stored = try StoredBaseline(json: json)

    #expect(stored.baseline == document.baseline)
    #expect(stored.run == document.run)
    #expect(stored.notes == document.notes)
  }

  @Test(arguments: [nil, ["None"], ["hoarse"]] as [[String]?])
  func `a baseline holds the reported conditions and nothing else`(reported: [String]?) throws {
    var profile = UserProfile(userID: "u1")
    profile.voiceConditions = reported
    let document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: 3), person: BaselinePerson(profile, demographic: nil))

    let stored = try StoredBaseline(json: JSONValue(parsing: document.json.text(.pretty)))

    #expect(stored.baseline.person.voiceConditions == reported ?? [])
    #expect(stored.baseline.person.diagnosedConditions == [])
  }

  @Test(arguments: BaselineStatus.allCases)
  func `the status is that of the sessions, not the stored one`(stored: BaselineStatus) throws {
    let json = Self.document.json.setting(["status"], to: .string(stored.rawValue))

    #expect(try StoredBaseline(json: json).baseline.status == .provisional)
  }

  @Test func `a baseline reference counts the used sessions`() throws {
    let unusable = SampleSessions.vowels(sessions: 1, from: 20).map { vowel in
      vowel.with { $0.confidence = 10 }
    }
    let document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: 3) + unusable)
    let stored = try StoredBaseline(json: document.json)
    let sha256 = String(repeating: "0", count: 64)

    let reference = BaselineReference(stored, sha256: sha256)

    #expect(stored.baseline.sessions.count == 4)
    #expect(
      reference
        == BaselineReference(
          baselineID: "b1", sha256: sha256, userID: "u1", status: .provisional, sessions: 3,
          establishedAt: "2026-03-01T00:00:00Z"))
  }

  /// A path with its invalid value.
  static let broken: [(path: [JSONStep], value: JSONValue)] = [
    (["schema"], "sagevoice/baseline/2"), (["state"], "rejected"), (["status"], "good"),
    (["person"], 1), (["person", "user_id"], ""), (["person", "age"], 12),
    (["person", "voice_conditions"], "None"), (["conditions", "encoding"], "mp3"),
    (["conditions", "settings_sha256"], "abc"), (["conditions", "sample_rate_hz"], 0),
    (["sessions"], "none"), (["sessions", 0, "values", "hnr.mean_db", "mean"], 30),
    (["sessions", 0, "values", "hnr.mean_db", "vowels"], 0),
    (["sessions", 0, "values", "hnr.mean_db"], .null),
    (["sessions", 0, "recordings", 0, "use"], "perhaps"),
    (["sessions", 0, "recordings", 0, "recorded_at"], "yesterday"),
    (["sessions", 0, "recordings", 0, "signal_type"], 5), (["biomarkers"], []),
    (["biomarkers", 0, "mean"], 5), (["biomarkers", 0, "measure"], "f0.median_hz"),
    (["run", "baseline_id"], .null), (["parent"], "none"), (["notes"], [1]),
  ]

  @Test(arguments: broken.indices)
  func `a changed baseline is refused with the place of the change`(index: Int) throws {
    let (path, value) = Self.broken[index]
    let json = Self.document.json.setting(path, to: value)

    let fault = #expect(throws: FileFault.self) { try StoredBaseline(json: json) }

    #expect(fault?.place.hasPrefix("baseline.") == true)
    #expect(fault?.found.isEmpty == false && fault?.allowed.isEmpty == false)
  }

  @Test(arguments: [
    "schema", "state", "status", "person", "context", "conditions", "biomarkers", "sessions",
    "parent", "notes", "run",
  ])
  func `a baseline without a member is not read`(key: String) {
    let json = Self.document.json.removing([.key(key)])

    #expect(throws: FileFault.self) { try StoredBaseline(json: json) }
  }

  @Test func `only a JSON object is read as a baseline`() {
    for json: JSONValue in [.null, 1, "text", [], [[:]]] {
      #expect(throws: FileFault.self) { try StoredBaseline(json: json) }
    }
  }
}
