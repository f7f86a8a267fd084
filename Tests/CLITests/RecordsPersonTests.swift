// Profiles of people and alerts on the command line.

import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsPersonTests {
    private let fixture = RecordsFixture()

    private static let anna =
      #"{"user_id": "anna", "age": 34, "device_model": "iPhone15,2", "site": "north"}"#

    private func set(_ profile: String, _ further: [String] = []) async throws -> Tool.Outcome {
      let path = try fixture.scratch.write(profile, as: "P.json")
      return try await Tool.run(
        ["records", "person", "set", "--create", "--store", fixture.path, "--profile", path]
          + further)
    }

    private func person(_ command: String, _ further: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(["records", "person", command, "--store", fixture.path] + further)
    }

    @Test(arguments: [false, true])
    func `a stored person is shown and listed, the newest version applies`(isEncrypted: Bool)
      async throws
    {
      let path = isEncrypted ? try fixture.key() : nil
      let key = path.map { ["--key-file", $0] } ?? []

      let first = try await set(Self.anna, key)
      let again = try await set(Self.anna, key)
      let second = try await set(Self.anna.replacing("34", with: "35"), ["--user", "anna"] + key)
      let shown = try await person("show", ["--user", "anna"] + key)
      let listed = try await person("list", key)
      let text = try await person("show", ["--user", "anna", "--format", "text"] + key)

      for outcome in [first, again, second, shown, listed, text] {
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      #expect(first.errors.contains("version 1 ") && again.errors.contains("version 1 "))
      #expect(second.errors.contains("version 2 "))
      let kept = try shown.document
      #expect(kept["number"] == 2 && kept["person"]?["age"] == 35)
      #expect(kept["person"]?["site"] == "north" && kept["reason"] == "saved manually")
      #expect(text.output.contains(/^Person anna\nProfile version 2, stored 20.*\n/))
      #expect(text.output.contains(/Age: +35\n/) && text.output.contains("Baseline: none\n"))
      let rows = try listed.documents
      #expect(rows.map { $0["user_id"] } == ["anna"])
      #expect(rows.map { $0["stage"] } == ["minimal"])
      #expect(rows.map { $0["open_alerts"] } == [0] && rows.map { $0["sessions"] } == [0])
      let log = try fixture.history(key: path)
      #expect(log.contains("\"shown\"") == isEncrypted && !log.contains("north"))
    }

    @Test func `people who are due are listed by date, also as a calendar`() async throws {
      let long = "Zoë, " + String(repeating: "z", count: 80)
      let store = try fixture.open()
      for (userID, day) in [(long, "2026-12-02"), ("ben", "2026-11-30"), ("carla", "2027-01-01")] {
        let user = store.userHash(of: userID)
        try store.save(Person(UserProfile(userID: userID)), for: user, reason: "test")
        try store.save(["next_due": .string(day)], as: .progress, of: user)
      }
      let before = ["records", "due", "--store", fixture.path, "--before", "2027-01-01"]

      let rows = try await Tool.run(before).documents
      let text = try await Tool.run(before + ["--format", "text"]).output
      let calendar = try await Tool.run(before + ["--format", "ics"]).output

      #expect(rows.map { $0["user_id"] } == ["ben", .string(long)])
      #expect(rows.map { $0["next_due"] } == ["2026-11-30", "2026-12-02"])
      #expect(text.hasPrefix("Due         Person\n2026-11-30  ben\n2026-12-02  Zoë"))
      let lines = calendar.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.utf8.count <= 75 } && lines.last == "")
      #expect(lines.count { $0 == "BEGIN:VEVENT" } == 2)
      let unfolded = calendar.replacing("\r\n ", with: "")
      #expect(unfolded.contains("DTSTART;VALUE=DATE:20261130\r\nSUMMARY:Voice recording: ben\r\n"))
      #expect(unfolded.contains("SUMMARY:Voice recording: " + long.replacing(",", with: "\\,")))
      let wrong = ["records", "due", "--store", fixture.path, "--before", "soon"]
      #expect(try await Tool.run(wrong).status == 64)
    }

    @Test(arguments: [false, true])
    func `a confirmed withdrawal of storage consent leaves only tombstones`(
      isEncrypted: Bool
    ) async throws {
      let path = try fixture.key()
      let key = isEncrypted ? path : nil
      let options = isEncrypted ? ["--key-file", path] : []
      let consent =
        #", "consent": {"signed": true, "at": "2026-01-01T09:00:00Z", "version": "1", "purposes": [PURPOSES]}}"#
      func consenting(_ purposes: String) -> String {
        Self.anna.dropLast() + consent.replacing("PURPOSES", with: purposes)
      }
      let gone = try await fixture.file("v.wav", of: "anna", key: key)
      let other = try await fixture.file("w.wav", of: "ben", key: key)
      let given = try await set(consenting(#""analysis", "storage""#), options)
      #expect(given.status == 0)

      let unconfirmed = try await set(consenting(#""analysis""#), options)
      #expect(unconfirmed.status == 64)
      #expect(unconfirmed.errors.contains("1 session and all other data of the person would be"))
      #expect(try Set(fixture.open(key: key).sessionIDs()) == [gone, other])
      #expect(try await self.person("show", ["--user", "anna"] + options).status == 0)

      let taken = try await set(consenting(#""analysis""#), options + ["--yes"])

      #expect(taken.status == 0 && taken.errors.contains("were deleted with 1 session"))
      #expect(try await self.person("show", ["--user", "anna"] + options).status == 66)
      let store = try fixture.open(key: key)
      #expect(try store.sessionIDs() == [other] && store.wasPurged(gone))
      for (name, bytes) in try fixture.tree() {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("v.wav") && !text.contains("iPhone15"), "\(name)")
        #expect(!text.contains("\"anna\""), "\(name)")
      }
      #expect(try await fixture.records("verify", options).status == 0)
    }

    @Test func `a faulty person is refused field by field, and no store is made`() async throws {
      let outcome = try await set(#"{"user_id": "anna", "age": 7, "gender_identity": "x"}"#)

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("Invalid  age: found 7; allowed: "))
      #expect(outcome.errors.contains("Invalid  gender_identity: found \"x\"; allowed: "))
      #expect(!outcome.errors.contains("anna"))
      #expect(try fixture.tree().isEmpty)
    }

    @Test func `a person is stored under its own id, and a missing one is not shown`()
      async throws
    {
      let other = try await set(Self.anna, ["--user", "ben"])
      #expect(other.status == 65 && other.errors.contains("another person"))
      #expect(try await set(Self.anna).status == 0)

      let shown = try await person("show", ["--user", "ben"])
      let listed = try await person("list", ["--user", "ben"])

      #expect(shown.status == 66 && shown.output == "")
      #expect(listed.status == 0 && listed.output == "")
      #expect(try await person("show", ["--user", ""]).status == 64)
    }

    @Test func `alerts are listed, acknowledged by the actor, and then no longer open`()
      async throws
    {
      #expect(try await set(Self.anna).status == 0)
      let store = try fixture.open()
      let session = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-000000000001"))
      try store.raise(
        [
          .init(rule: .twoFamilies, sessionID: "third", families: [.f0, .jitter]),
          .init(rule: .twoSessions, sessionID: "fourth", families: [.f0]),
        ], by: session, for: store.userHash(of: "anna"))

      let alerts = try await fixture.records("alerts", ["--open"])
      let id = try #require(alerts.documents.first?["id"]?.stringValue)
      let acknowledged = try await fixture.records(
        "acknowledge",
        ["--user", "anna", "--alert", id, "--note", "called back", "--actor", "Dr. B"])
      let left = try await fixture.records("alerts", ["--user", "anna", "--open"])
      let all = try await fixture.records("alerts", ["--user", "anna"])
      let none = try await fixture.records("acknowledge", ["--user", "anna", "--alert", "x"])

      let text = try await fixture.records("alerts", ["--user", "anna", "--format", "text"]).output
      #expect(text.contains("pitch (F0), jitter (several groups of measures in one session)"))
      for label in ["Session", "Session in the store", "Recorded", "Alert created"] {
        #expect(text.contains("\n  \(label):"), "\(label)")
      }
      #expect(try alerts.documents.map { $0["session_id"] } == ["third", "fourth"])
      #expect(try alerts.documents.allSatisfy { $0["user_id"] == "anna" })
      #expect(acknowledged.status == 0, "\(acknowledged.errors)")
      #expect(try acknowledged.document["acknowledged"]?["by"] == "Dr. B")
      #expect(try left.documents.map { $0["session_id"] } == ["fourth"])
      #expect(try all.documents.first?["acknowledged"]?["note"] == "called back")
      #expect(none.status == 66 && none.errors.contains("--alert"))
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test func `a guest is linked to one account only`() async throws {
      let guest = "guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000aa"
      #expect(try await set(Self.anna.replacing("anna", with: guest)).status == 0)
      let store = try fixture.open()
      let session = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-000000000001"))
      var header = SessionHeader(
        recording: StoredRecording(name: "a", sha256: nil, sizeBytes: 1, durationSeconds: 1),
        settingsSHA256: "", version: "1")
      header.setPerson(userID: guest, of: store)
      try store.session(session).commit(SessionChange("claimed", header: header))

      let adopted = try await fixture.records("adopt", ["--guest", guest, "--user", "anna"])
      let again = try await fixture.records("adopt", ["--guest", guest, "--user", "anna"])
      let another = try await fixture.records("adopt", ["--guest", guest, "--user", "ben"])
      let itself = try await fixture.records("adopt", ["--guest", guest, "--user", guest])

      for outcome in [adopted, again] {
        #expect(outcome.status == 0 && outcome.output == session.text + "\n", "\(outcome.errors)")
      }
      #expect(another.status == 65 && another.errors.contains("already assigned to another person"))
      #expect(itself.status == 65 && itself.errors.contains("are the same"))
      #expect(try await person("show", ["--user", "anna"]).document["person"]?["age"] == 34)
      #expect(try await person("show", ["--user", guest]).status == 66)
    }

    @Test func `a review is printed, and shown with the header`() async throws {
      let session = try await fixture.file("v.wav", of: "anna")

      let reviewed = try await fixture.records(
        "review", [session.text, "--actor", "Dr. B", "--note", "as expected"])
      let shown = try await fixture.records("show", [session.text, "--document", "header"])
      let missing = try await fixture.records(
        "review", ["aaaaaaaa-bbbb-4ccc-8ddd-000000000009", "--actor", "Dr. B"])

      #expect(reviewed.status == 0, "\(reviewed.errors)")
      #expect(try reviewed.document["by"] == "Dr. B")
      #expect(try shown.document["reviewed"]?["note"] == "as expected")
      #expect(missing.status == 66)
      #expect(try await fixture.records("review", [session.text, "--actor", " "]).status == 64)
      #expect(try await fixture.records("verify").status == 0)
    }
  }
}
