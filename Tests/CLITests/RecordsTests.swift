import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsTests {
    private let fixture = RecordsFixture()

    private func fill() async throws {
      try await fixture.file("first voice.wav", of: "anna@example.org")
      try await fixture.file("second, \"voice\".wav", of: nil)
      try await fixture.file("third.wav", of: "ben@example.org", keepingAudio: false)
    }

    private func listed(_ further: [String] = []) async throws -> [String?] {
      try await fixture.records("list", further).documents.map(\.recordingName)
    }

    // MARK: - list

    @Test func `list gives a row per session, the newest first, in three forms`() async throws {
      try await fill()

      let json = try await fixture.records("list")
      let csv = try await fixture.records("list", ["--format", "csv"])
      let text = try await fixture.records("list", ["--format", "text"])

      let rows = try json.documents
      #expect(json.status == 0 && json.errors == "")
      #expect(
        rows.map(\.recordingName) == ["third.wav", "second, \"voice\".wav", "first voice.wav"])
      #expect(rows.map { $0["session_id"]?.stringValue } == fixture.sessions.reversed().map(\.text))
      #expect(rows.allSatisfy { $0["state"] == "filed" && $0["tier"] == "comprehensive" })
      #expect(rows[2]["recorded_at"] == "2026-01-02T09:00:00Z")
      #expect(rows[1]["user"] == .null)
      #expect(rows[0]["user"]?.stringValue?.count == 64)
      let table = try CSVText(csv.output).rows
      #expect(table.map(\.count) == [14, 14, 14, 14])
      #expect(table[2][1] == "second, \"voice\".wav")
      #expect(text.output.split(separator: "\n").count == 4)
      #expect(rows[2]["reference"] == "visit first voice.wav" && rows[2]["person"] == "known")
      #expect(rows[1]["person"] == "guest")
      #expect(table[3][10...11] == ["known", "visit first voice.wav"])
      #expect(text.output.contains("visit third.wav"))
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
      for output in [json, csv, text].map(\.output) { #expect(!output.contains("example.org")) }
    }

    @Test func `list finds by person, day, tier, state, context and reference`() async throws {
      try await fill()
      let days = try await fixture.records("list").documents.reversed().map {
        String($0["created_at"]?.stringValue?.prefix(10) ?? "")
      }

      #expect(try await listed(["--user", "anna@example.org"]) == ["first voice.wav"])
      #expect(
        try await listed(["--since", days[1], "--until", days[1]]) == ["second, \"voice\".wav"])
      #expect(try await listed(["--since", days[2]]) == ["third.wav"])
      #expect(try await listed(["--until", days[0]]) == ["first voice.wav"])
      #expect(try await listed(["--state", "failed"]) == [])
      #expect(try await listed(["--state", "failed", "--state", "filed"]).count == 3)
      #expect(try await listed(["--state", "complete"]).count == 3)
      #expect(try await listed(["--tier", "quick"]) == [])
      #expect(try await listed(["--context", "clinic", "--limit", "2"]).count == 2)
      #expect(try await listed(["--context", "home"]) == [])
      #expect(try await listed(["--reference", "visit third.wav"]) == ["third.wav"])
      #expect(try await listed(["--reference", "visit"]) == [])
    }

    @Test func `list finds by recording time, name and verdict`() async throws {
      try await fill()
      let verdict = try #require(
        try await fixture.records("list").documents[0]["verdict"]?.stringValue)

      let day = "2026-01-02"
      #expect(try await listed(["--recorded-since", day, "--recorded-until", day]).count == 3)
      #expect(try await listed(["--recorded-since", "2026-01-03"]) == [])
      #expect(try await listed(["--recorded-until", "2026-01-01"]) == [])
      #expect(try await listed(["--recording-name", "third.wav"]) == ["third.wav"])
      #expect(try await listed(["--recording-name", "third"]) == [])
      #expect(try await listed(["--verdict", verdict]).count == 3)
      #expect(try await fixture.records("list", ["--verdict", "good"]).status == 64)
    }

    @Test func `list continues after the cursor of a row`() async throws {
      try await fill()
      let first = try await fixture.records("list", ["--limit", "1"])
      let cursor = try #require(try first.document["cursor"]?.stringValue)
      let text = try await fixture.records("list", ["--limit", "1", "--format", "text"])
      let rest = try await fixture.records("list", ["--after", cursor, "--format", "text"])

      #expect(
        try await listed(["--after", cursor]) == ["second, \"voice\".wav", "first voice.wav"])
      #expect(try await listed(["--after", cursor, "--limit", "1"]) == ["second, \"voice\".wav"])
      #expect(first.errors == "")
      #expect(
        text.errors == "sagevoice: there are more sessions: continue with --after \(cursor)\n")
      #expect(rest.status == 0 && rest.errors == "")
    }

    // MARK: - show

    @Test func `show prints documents, the state and the log`() async throws {
      try await fill()
      let id = fixture.sessions[0].text

      let whole = try await fixture.records("show", [id]).document
      let computed = try await fixture.records("show", [id, "--document", "computed"])
      let audit = try await fixture.records("show", [id, "--document", "audit"])
      let text = try await fixture.records("show", [id, "--document", "audit", "--format", "text"])

      #expect(whole[path: ["state", "state"]] == "filed")
      #expect(whole["has_audio"] == true && whole["baseline"] == nil)
      #expect(try computed.document == whole["computed"])
      #expect(try audit.documents.map { $0["action"] } == ["analysed"])
      #expect(text.output.contains("state: - -> filed"))
      #expect(try await fixture.records("show", [id, "--document", "bundle"]).status == 66)
    }

    // MARK: - verify

    @Test func `verify of an intact store prints the log head only, also with --recompute`()
      async throws
    {
      try await fill()

      let plain = try await fixture.records("verify")
      let again = try await fixture.records("verify", ["--recompute"])

      let head = try fixture.open(.reading).head().noted
      #expect(plain.status == 0 && plain.output == "Head of the store history: \(head)\n")
      #expect(again.status == 0 && again.output == plain.output)
      #expect(again.errors.contains("3 sessions with "))
    }

    @Test func `verify has a line per finding and status 65`() async throws {
      try await fill()
      let path = "store/sessions/\(fixture.sessions[0].text)/answers.json"
      _ = try fixture.scratch.write("{}", as: path)

      let outcome = try await fixture.records("verify")
      let other = try await fixture.records("verify", [fixture.sessions[1].text])

      #expect(outcome.status == 65)
      #expect(outcome.output.split(separator: "\n").count == 2)
      #expect(
        outcome.output.hasPrefix(
          "File differs from the database: \(fixture.sessions[0].text)/answers.json: "))
      #expect(outcome.output.contains("the file differs from its row"))
      #expect(other.status == 0)
    }

    @Test func `verify --recompute finds a value that is not reproduced`() async throws {
      try await fixture.file("v.wav", of: nil)
      let session = try fixture.open().session(fixture.sessions[0])
      let bytes = try #require(try session.read(.computed))
      let json = try JSONValue.parse(bytes)
        .setting(["biomarkers", "f0", "mean_hz"], to: .number(121.5))
      try session.write(.computed, Array(json.text(.pretty).utf8))

      #expect(try await fixture.records("verify").status == 0)
      let outcome = try await fixture.records("verify", ["--recompute"])
      #expect(outcome.status == 65)
      #expect(outcome.output.contains("biomarkers.f0.mean_hz was 121.5 and is now "))
    }

    @Test(arguments: [nil, "0.0.1"])
    func `a recomputed value may differ in the last digits only`(version: String?) async throws {
      try await fixture.file("v.wav", of: nil)
      let session = try fixture.open().session(fixture.sessions[0])
      let json = try JSONValue.parse(try #require(try session.read(.computed)))
      let f0: [JSONStep] = ["biomarkers", "f0", "mean_hz"]
      let mean = try #require(json[path: f0]?.numberValue)
      let other =
        version.map { json.setting(["provenance", "version"], to: .string($0)) } ?? json
      let near = other.setting(f0, to: .number(mean * (1 + 1e-12)))
      let far = other.setting(f0, to: .number(mean * (1 + 1e-6)))

      try session.write(.computed, Array(near.text(.pretty).utf8))
      #expect(try await fixture.records("verify", ["--recompute"]).status == 0)
      try session.write(.computed, Array(far.text(.pretty).utf8))
      let outcome = try await fixture.records("verify", ["--recompute"])
      #expect(outcome.status == 65)
      #expect(
        outcome.output.contains(#"(by version "\#(version ?? SoftwareVersion.current)", now "#))
    }

    @Test func `verify finds a recorded log head and no invented one`() async throws {
      try await fill()
      let output = try await fixture.records("verify").output
      let head = try #require(output.firstMatch(of: /history: (\S+)/)).1
      try await fixture.file("later.wav", of: nil)

      #expect(try await fixture.records("verify", ["--head", String(head)]).status == 0)
      let forged = "2:" + String(repeating: "0", count: 64)
      #expect(try await fixture.records("verify", ["--head", forged]).status == 65)
    }

    // MARK: - amend

    @Test func `amend re-analyses for the corrected person`() async throws {
      try await fill()
      let profile = try fixture.scratch.write(
        #"{"user_id": "carla@example.org", "age": 40}"#, as: "profile.json")
      let id = fixture.sessions[0].text

      let outcome = try await fixture.records(
        "amend", [id, "--reason", "another person", "--profile", profile])
      let new = try #require(outcome.document["session_id"]?.stringValue)
      let shown = try await fixture.records("show", [new]).document

      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(try outcome.document["analysed_anew"] == true)
      #expect(shown[path: ["header", "parent", "session_id"]] == .string(id))
      #expect(shown[path: ["header", "parent", "reason"]] == "another person")
      #expect(shown[path: ["computed", "assessment", "notice"]] != nil)
      #expect(try await listed(["--user", "carla@example.org"]) == ["first voice.wav"])
      #expect(try await fixture.records("verify", ["--recompute"]).status == 0)
    }

    @Test func `amend without stored audio says that no analysis is made`() async throws {
      try await fill()
      let profile = try fixture.scratch.write(
        #"{"user_id": "ben@example.org", "age": 41}"#, as: "profile.json")

      let outcome = try await fixture.records(
        "amend", [fixture.sessions[2].text, "--reason", "age", "--profile", profile])

      #expect(outcome.status == 0)
      #expect(try outcome.document["analysed_anew"] == false)
      #expect(outcome.errors.contains("the audio is not stored"))
      #expect(try await fixture.records("verify").status == 0)
    }

    // MARK: - purge and reindex

    @Test func `a dry run of a purge changes no byte`() async throws {
      try await fill()
      _ = try await fixture.records("list")
      let before = try fixture.tree()

      let outcome = try await fixture.records("purge", ["--all", "--dry-run"])

      #expect(outcome.status == 0)
      #expect(outcome.output == fixture.sessions.map { $0.text + "\n" }.joined())
      #expect(
        try fixture.tree().filter { !$0.key.hasSuffix("-shm") }
          == before.filter { !$0.key.hasSuffix("-shm") })
    }

    @Test func `purge removes the listed files and leaves a tombstone`() async throws {
      try await fill()

      let outcome = try await fixture.records("purge", ["--user", "anna@example.org"])

      #expect(outcome.output == fixture.sessions[0].text + "\n")
      #expect(try await listed() == ["third.wav", "second, \"voice\".wav"])
      #expect(try fixture.open(.reading).wasPurged(fixture.sessions[0]))
      #expect(try await fixture.records("show", [fixture.sessions[0].text]).status == 66)
      #expect(try await fixture.records("purge", ["--older-than", "100000"]).output == "")
      #expect(try await fixture.records("purge", ["--all"]).status == 64)
      #expect(try await fixture.records("purge").status == 64)
      #expect(try await fixture.records("purge", ["--all", "--yes"]).status == 0)
      #expect(try await listed() == [])
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test(arguments: ["folders", "reindex"])
    func `folders writes the lost and changed files of sessions again`(command: String)
      async throws
    {
      try await fill()
      let before = try fixture.tree("store/sessions")
      let session = "store/sessions/\(fixture.sessions[0].text)"
      try FileManager.default.removeItem(atPath: fixture.scratch.path("\(session)/quick.json"))
      _ = try fixture.scratch.write([1], as: "\(session)/header.json")

      let outcome = try await fixture.records(command)

      #expect(outcome.status == 0 && outcome.errors.contains("3 sessions written"))
      #expect(try fixture.tree("store/sessions") == before)
    }

    // MARK: - Opening

    @Test func `a missing or wrong key is reported with status 65`() async throws {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)

      let without = try await fixture.records("list")
      let wrong = try await fixture.records("list", ["--key-file", fixture.key("other", 8)])
      let right = try await fixture.records("list", ["--key-file", key])

      #expect(without.status == 65 && without.errors.contains("--key-file"))
      #expect(wrong.status == 65 && wrong.errors.contains("another key"))
      #expect(right.status == 0)
      #expect(try right.document.recordingName == "v.wav")
      #expect(try await fixture.records("verify", ["--key-file", key, "--recompute"]).status == 0)
    }

    @Test(arguments: ["list", "verify", "reindex"])
    func `only import creates a missing store`(command: String) async throws {
      let outcome = try await fixture.records(command)

      #expect(outcome.status == 66)
      #expect(!FileManager.default.fileExists(atPath: fixture.path))
    }

    @Test func `a missing session gives status 66`() async throws {
      try await fill()
      let nobody = "00000000-0000-4000-8000-000000000000"

      for command in [
        ["show", nobody], ["verify", nobody], ["amend", nobody, "--reason", "r"],
        ["export", nobody, fixture.scratch.path("out")],
      ] {
        let outcome = try await fixture.records(command[0], Array(command.dropFirst()))
        #expect(outcome.status == 66, "\(command)")
        #expect(outcome.errors.contains("the store has no session \(nobody)"), "\(command)")
      }
      #expect(try await fixture.records("show", ["no-id"]).status == 64)
    }
  }
}
