// `records verify` for monitoring programs.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsVerifyTests {
    private let fixture = RecordsFixture()

    private func damage() throws {
      try fixture.change("update kept_document set bytes = x'7b7d' where name = 'answers'")
    }

    @Test func `the verification document lists findings with places, by its schema`() async throws
    {
      try await fixture.file("v.wav", of: "anna@example.org")
      let validator = try JSONSchemaValidator(
        try await Tool.run(["schema", "verification"]).document)

      let good = try await fixture.records("verify", ["--format", "json"])
      try damage()
      let bad = try await fixture.records("verify", ["--format", "json", "--quiet"])

      #expect(good.status == 0 && bad.status == 65)
      #expect(bad.errors == "")
      for outcome in [good, bad] { #expect(try validator.problems(in: outcome.document) == []) }
      #expect(try good.document["findings"] == [])
      #expect(try good.document["head"]?.stringValue == fixture.open(.reading).head().noted)
      let finding = try #require(bad.document[path: ["findings", 0]])
      #expect(finding["code"] == "tampered")
      #expect(finding["path"]?.stringValue == "sessions/\(fixture.sessions[0].text)/answers.json")
      #expect(try bad.document[path: ["counts", "tampered"]] == 1)
    }

    @Test(arguments: ["text", "json"])
    func `the head on standard output is found again later`(format: String) async throws {
      try await fixture.file("v.wav", of: nil)
      let output = try await fixture.records("verify", ["--format", format]).output
      let head = try #require(output.firstMatch(of: /[0-9]+:[0-9a-f]{64}/)).0
      try await fixture.file("later.wav", of: nil)

      #expect(try await fixture.records("verify", ["--head", String(head)]).status == 0)
    }

    @Test func `tampering, a key that does not fit and a store that does not read differ`()
      async throws
    {
      let (key, other) = (try fixture.key(), try fixture.key("other", 8))
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let missing = fixture.scratch.path("missing")

      #expect(try await fixture.records("verify", ["--key-file", key]).status == 0)
      for wrong in [[], ["--key-file", other], ["--key-file", missing]] {
        let outcome = try await fixture.records("verify", wrong)
        #expect(outcome.status == 64 && outcome.output == "", "\(wrong) \(outcome.errors)")
      }
      try damage()
      #expect(try await fixture.records("verify", ["--key-file", key]).status == 65)
      let file = fixture.scratch.path("store/store.sqlite")
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      #expect(try await fixture.records("verify", ["--key-file", key]).status == 74)
    }

    @Test func `no progress bar is drawn without a terminal`() async throws {
      try await fixture.file("v.wav", of: "anna@example.org")
      let zip = fixture.scratch.path("out.zip")

      for outcome in [
        try await fixture.records("verify"), try await fixture.records("export", ["--all", zip]),
        try await fixture.records("reindex"),
        try await Tool.run([
          "records", "import", "--create", "--store", fixture.scratch.path("other"), zip,
        ]),
      ] {
        #expect(outcome.status == 0 && !outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
      }
    }
  }
}
