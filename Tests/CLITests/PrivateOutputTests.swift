// Files with personal data are private, and output of an encrypted store is logged.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct PrivateOutputTests {
    private let fixture = RecordsFixture()

    /// The modes of files and folders by their paths, as stat(2) gives them.
    private func modes(_ names: String...) throws -> [Int] {
      try names.map { name in
        let path = fixture.scratch.path(name)
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return (facts[.posixPermissions] as? NSNumber)?.intValue ?? 0
      }
    }

    @Test func `show writes an owner-only file and overwrites none`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      let shown = ["records", "show", "--store", fixture.path, fixture.sessions[0].text]
      let recording = shown + ["--document", "recording", "-o", fixture.scratch.path("new/v.wav")]

      #expect(try await Tool.run(recording).status == 0)
      #expect(try await Tool.run(shown + ["--output", fixture.scratch.path("s.json")]).status == 0)

      #expect(try fixture.scratch.bytes(of: "new/v.wav") == fixture.scratch.bytes(of: "v.wav"))
      let printed = try await Tool.run(shown).output
      #expect(try fixture.scratch.text(of: "s.json") == printed)
      #expect(try modes("new", "new/v.wav", "s.json") == [0o700, 0o600, 0o600])
      #expect(try await Tool.run(recording).status == 73)
      #expect(try fixture.scratch.names(in: "new") == ["v.wav"])
    }

    @Test func `exports are readable by the owner only`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      let export = ["records", "export", "--store", fixture.path, "--all"]

      #expect(try await Tool.run(export + [fixture.scratch.path("out.zip")]).status == 0)
      #expect(try await Tool.run(export + [fixture.scratch.path("out")]).status == 0)

      let session = "out/sessions/\(fixture.sessions[0].text)"
      #expect(
        try modes("out.zip", "out", "out/export.json", session, "\(session)/answers.json")
          == [0o600, 0o700, 0o600, 0o700, 0o600])
    }

    @Test func `event and status files of watch are readable by the owner only`() async throws {
      _ = try fixture.scratch.voice("in/a.wav")

      let outcome = try await fixture.scratch.watchOnce(["--events"])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try modes("store", "store/status.json", "store/events.ndjson", "in/.sagevoice/status.json")
          == [0o700, 0o600, 0o600, 0o600])
    }

    @Test func `results with a profile are readable by the owner only`() async throws {
      let voice = try fixture.scratch.voice()
      let profile = try fixture.scratch.write(
        #"{"user_id": "anna@example.org", "age": 40}"#, as: "p.json")
      let analyze = ["analyze", "--tier", "quick", voice, "--output"]

      #expect(
        try await Tool.run(analyze + [fixture.scratch.path("hers"), "--profile", profile]).status
          == 0)
      // A process of its own, because other tests change the umask of this one.
      let plain = try ToolProcess.runShell(
        #"umask 022; exec "$0" "$@""#, analyze + [fixture.scratch.path("plain")])

      #expect(plain.status == 0, "\(plain.errors)")
      #expect(try modes("hers", "hers/voice.quick.json") == [0o700, 0o600])
      #expect(try modes("plain/voice.quick.json") == [0o644])
    }

    @Test func `the log of an encrypted store records each access with its actor`() async throws {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let id = fixture.sessions[0].text
      let option = ["--key-file", key, "--actor", "an auditor"]

      let shown = try await fixture.records("show", [id, "--document", "computed"] + option)
      let missing = try await fixture.records("show", [id, "--document", "bundle"] + option)
      let out = try await fixture.records("export", option + [id, fixture.scratch.path("out.zip")])

      #expect([shown, missing, out].map(\.status) == [0, 66, 0])
      let lines = try JSONValue.lines(of: fixture.history(key: key)).filter {
        $0["actor"] == "an auditor"
      }
      #expect(lines.map { $0["action"] } == ["shown", "exported"])
      #expect(
        lines.map { $0["field"]?.stringValue } == ["sessions/\(id)/computed", "sessions/\(id)"])
      #expect(try await fixture.records("verify", ["--key-file", key]).status == 0)
    }
  }
}
