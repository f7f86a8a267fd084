import CommandSupport
import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsExchangeTests {
    private let fixture = RecordsFixture()

    private func importing(_ path: String, into store: String) async throws -> Tool.Outcome {
      try await Tool.run([
        "records", "import", "--create", "--store", fixture.scratch.path(store), path,
      ])
    }

    @Test func `an imported export can be verified and exported again`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      try await fixture.file("w.wav", of: nil)
      let zip = fixture.scratch.path("out.zip")

      let out = try await fixture.records("export", ["--all", "--guests", zip])
      let into = try await importing(zip, into: "other")
      let again = try await Tool.run([
        "records", "export", "--store", fixture.scratch.path("other"), "--all", "--guests",
        fixture.scratch.path("again.zip"),
      ])

      #expect([out, into, again].map(\.status) == [0, 0, 0])
      #expect(out.errors.contains("guests"))
      #expect(into.output == fixture.sessions.map { $0.text + "\n" }.joined())
      let verified = try await Tool.run([
        "records", "verify", "--recompute", "--store", fixture.scratch.path("other"),
      ])
      #expect(verified.status == 0)
      #expect(
        try await importing(zip, into: "other").errors.contains(
          "0 sessions imported, 2 already present"))
    }

    @Test func `an imported store lists its sessions in the order of the original`() async throws {
      try await fixture.file("v.wav", of: "anna")
      try await fixture.file("w.wav", of: "anna")
      try fixture.change("update kept_session set place = 203 - place")
      let zip = fixture.scratch.path("out.zip")
      let listed = try await fixture.records("list")

      let out = try await fixture.records("export", ["--all", zip])
      let into = try await importing(zip, into: "other")
      let other = try await Tool.run(["records", "list", "--store", fixture.scratch.path("other")])

      #expect([out, into].map(\.status) == [0, 0])
      func ids(_ lines: String) throws -> [String] {
        try lines.split(separator: "\n").map {
          try JSONValue.parse(Array($0.utf8))["session_id"]?.stringValue ?? ""
        }
      }
      #expect(try ids(listed.output) == fixture.sessions.map(\.text))
      #expect(try ids(other.output) == fixture.sessions.map(\.text))
    }

    @Test func `an export of an unknown person ends with 66 and writes nothing`() async throws {
      try await fixture.file("v.wav", of: "anna")

      let outcome = try await fixture.records(
        "export", ["--user", "ana", fixture.scratch.path("out.zip")])

      #expect(outcome.status == 66 && outcome.errors.contains("--user: "))
      #expect(try !fixture.scratch.names(in: "").contains("out.zip"))
    }

    @Test(arguments: ["out.tar.gz", "out.TGZ", "out.csv", "out.json"])
    func `an export to another kind of archive is refused and writes nothing`(name: String)
      async throws
    {
      try await fixture.file("v.wav", of: nil)

      let outcome = try await fixture.records("export", ["--all", fixture.scratch.path(name)])

      #expect(outcome.status == 64 && outcome.errors.contains("a folder or a ZIP file"))
      #expect(try !fixture.scratch.names(in: "").contains(name))
    }

    @Test func `an import with failing output ends with status 74 and names the sessions`()
      async throws
    {
      try await fixture.file("v.wav", of: "anna")
      let zip = fixture.scratch.path("out.zip")
      #expect(try await fixture.records("export", ["--all", zip]).status == 0)

      let outcome = try await Tool.run(
        ["records", "import", "--create", "--store", fixture.scratch.path("other"), zip],
        outputError: StreamError(number: 28))

      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("\n\(fixture.sessions[0].text)\n"), "\(outcome.errors)")
    }

    @Test func `only people with consent are exported, the others are counted`() async throws {
      let people = [
        ("anna", #""analysis", "storage", "research""#), ("ben", #""analysis", "storage""#),
        ("carla", nil),
      ]
      for (index, (name, purposes)) in people.enumerated() {
        try await fixture.file("\(index).wav", of: name)
        guard let purposes else { continue }
        let profile = """
          {"user_id": "\(name)", "age": 40, "consent": {"signed": true,
           "at": "2026-01-01T09:00:00Z", "version": "1", "purposes": [\(purposes)]}}
          """
        let path = try fixture.scratch.write(profile, as: "P.json")
        let set = try await Tool.run([
          "records", "person", "set", "--store", fixture.path, "--profile", path,
        ])
        #expect(set.status == 0, "\(set.errors)")
      }
      let zip = fixture.scratch.path("out.zip")

      let out = try await fixture.records("export", ["--all", "--consented", "research", zip])
      let into = try await importing(zip, into: "other")
      let none = try await fixture.records(
        "export", ["--user", "ben", "--consented", "research", fixture.scratch.path("none")])
      let faulty = try await fixture.records("export", ["--all", "--consented", "fun", zip])

      #expect(out.status == 0 && out.errors.contains("2 sessions not exported: no consent to"))
      #expect(into.output == fixture.sessions[0].text + "\n", "\(into.errors)")
      let listed = try await Tool.run([
        "records", "person", "list", "--store", fixture.scratch.path("other"),
      ])
      #expect(try listed.documents.map { $0["user_id"] } == ["anna"])
      #expect(none.status == 65 && none.errors.contains("nothing was exported"))
      #expect(!FileManager.default.fileExists(atPath: fixture.scratch.path("none")))
      #expect(faulty.status == 64)
    }

    @Test func `sessions of guests stay on the machine unless they are asked for`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      try await fixture.file("w.wav", of: nil)
      let zip = fixture.scratch.path("out.zip")

      let out = try await fixture.records("export", ["--all", zip])
      let into = try await importing(zip, into: "other")

      #expect(out.status == 0)
      #expect(out.errors.matches(of: /1 session in \d+ files exported/).count == 1)
      #expect(
        out.errors.contains(
          "1 session not exported: sessions of guests and of files without a person; add --guests"),
        "\(out.errors)")
      #expect(into.errors.contains("1 session imported, 0 already present"))
      #expect(into.output == fixture.sessions[0].text + "\n")
      #expect(
        try await fixture.records("export", ["--guests", fixture.sessions[1].text, zip]).status
          == 64)
    }

    @Test func `a ZIP that was tampered with is refused with status 65`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      _ = try await fixture.records("export", ["--all", fixture.scratch.path("out.zip")])
      var bytes = try fixture.scratch.bytes(of: "out.zip")
      bytes[bytes.count / 2] ^= 1
      let path = try fixture.scratch.write(bytes, as: "bad.zip")

      let outcome = try await importing(path, into: "other")

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("nothing was imported"))
      #expect(try fixture.scratch.names(in: "other/sessions") == [])
    }

    @Test func `a de-identified export has no personal data and cannot be imported`() async throws {
      try await fixture.file("anna-berta.wav", of: "anna@example.org")
      let folder = fixture.scratch.path("out")

      let out = try await fixture.records(
        "export", ["--user", "anna@example.org", "--deidentify", folder])
      let text = try fixture.tree("out").sorted { $0.key < $1.key }
        .map { $0.key + String(decoding: $0.value, as: UTF8.self) }.joined()

      #expect(out.status == 0)
      #expect(text.contains("\"age_band\": \"90+\""))
      for word in ["anna", "berta", "example", ".wav", "context\": \""] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(text.matches(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/).isEmpty)
      #expect(try await importing(folder, into: "other").status == 65)
    }

    /// Keeps a baseline of Anna in a store.
    private func keep(_ mean: Int, in store: RecordStore) throws {
      let baseline: JSONValue = ["person": ["user_id": "anna@example.org"], "mean": .int(mean)]
      try store.save(baseline, for: store.userHash(of: "anna@example.org"), reason: "first")
    }

    @Test func `a stored baseline is exported with its person and replaces no other`()
      async throws
    {
      try await fixture.file("v.wav", of: "anna@example.org")
      try keep(1, in: fixture.open())
      let zip = fixture.scratch.path("out.zip")

      let out = try await fixture.records("export", ["--user", "anna@example.org", zip])
      let into = try await importing(zip, into: "other")
      let again = try await Tool.run([
        "records", "export", "--store", fixture.scratch.path("other"), "--user",
        "anna@example.org", fixture.scratch.path("again.zip"),
      ])

      #expect([out, into, again].map(\.status) == [0, 0, 0])
      #expect(out.errors.contains("1 baseline exported"))
      #expect(into.errors.contains("1 baseline imported"))

      let third = fixture.scratch.path("third")
      try keep(
        2, in: RecordStore(at: third, StoreOptions(.writing, actor: "t", clock: fixture.clock)))
      let refused = try await importing(zip, into: "third")

      #expect(refused.status == 65)
      #expect(refused.errors.contains("has another baseline"))
      #expect(!refused.errors.contains("anna"))
      #expect(try fixture.scratch.names(in: "third/sessions") == [])
    }

    @Test func `a de-identified export reports the omitted baselines`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      try keep(1, in: fixture.open())

      let out = try await fixture.records(
        "export", ["--all", "--deidentify", fixture.scratch.path("out")])

      #expect(out.status == 0)
      #expect(out.errors.contains("1 baseline not exported"))
      #expect(try fixture.tree("out").keys.allSatisfy { !$0.contains("baselines") })
    }

    @Test func `an encrypted store is exported with its key, and says that it is decrypted`()
      async throws
    {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let out = fixture.scratch.path("out")

      #expect(try await fixture.records("export", ["--all", out]).status == 65)
      let outcome = try await fixture.records("export", ["--all", out, "--key-file", key])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("the export is not"))
      #expect(try await importing(out, into: "other").status == 0)
    }

    @Test func `export requires a selection and a target`() async throws {
      try await fixture.file("v.wav", of: nil)
      let out = fixture.scratch.path("out")
      let id = fixture.sessions[0].text

      #expect(try await fixture.records("export", [out]).status == 64)
      #expect(try await fixture.records("export", ["--all", id, out]).status == 64)
      #expect(try await fixture.records("export", [id, out]).status == 0)
      #expect(try await fixture.records("export", [id, out]).status == 73)
      #expect(
        try await fixture.records("export", [id, fixture.scratch.path("no/where")]).status == 73)
      #expect(try await importing(fixture.scratch.path("nowhere"), into: "other").status == 66)
      #expect(!FileManager.default.fileExists(atPath: fixture.scratch.path("other")))
    }
  }
}
