// What a program that watches over a store gets from `records verify`.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsVerifyTests {
    private let fixture: RecordsFixture

    init() throws { fixture = try RecordsFixture() }

    private func damage() throws {
      let path = "store/sessions/\(fixture.sessions[0].text)/answers.json"
      _ = try fixture.scratch.write(Array("{}".utf8), as: path)
    }

    @Test func `the document says what was found and where, by the published schema`() throws {
      try fixture.file("v.wav", of: "anna@example.org")
      let validator = try JSONSchemaValidator(try Tool.run(["schema", "verification"]).document)

      let good = try fixture.records("verify", ["--format", "json"])
      try damage()
      let bad = try fixture.records("verify", ["--format", "json", "--quiet"])

      #expect(good.status == 0 && bad.status == 65)
      #expect(bad.errors == "")
      for outcome in [good, bad] { #expect(try validator.problems(in: outcome.document) == []) }
      #expect(try good.document["findings"] == [])
      #expect(try good.document["head"]?.stringValue == fixture.open(.reading).head().noted)
      let finding = try #require(bad.document[path: ["findings", 0]])
      #expect(finding["code"] == "tampered")
      #expect(
        finding["path"]?.stringValue == "sessions/\(fixture.sessions[0].text)/answers.json")
      #expect(try bad.document[path: ["counts", "tampered"]] == 1)
    }

    @Test(arguments: ["text", "json"])
    func `the head on standard output is found again later`(format: String) throws {
      try fixture.file("v.wav", of: nil)
      let output = try fixture.records("verify", ["--format", format]).output
      let head = try #require(output.firstMatch(of: /[0-9]+:[0-9a-f]{64}/)).0
      try fixture.file("later.wav", of: nil)

      #expect(try fixture.records("verify", ["--head", String(head)]).status == 0)
    }

    @Test func `tampering, a key that does not fit and a store that does not read differ`() throws {
      let (key, other) = (try fixture.key(), try fixture.key("other", 8))
      try fixture.file("v.wav", of: "anna@example.org", key: key)
      let missing = fixture.scratch.path("missing")

      #expect(try fixture.records("verify", ["--key-file", key]).status == 0)
      for wrong in [[], ["--key-file", other], ["--key-file", missing]] {
        let outcome = try fixture.records("verify", wrong)
        #expect(outcome.status == 64 && outcome.output == "", "\(wrong) \(outcome.errors)")
      }
      try damage()
      #expect(try fixture.records("verify", ["--key-file", key]).status == 65)
      let file = fixture.scratch.path("store/store.json")
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      #expect(try fixture.records("verify", ["--key-file", key]).status == 74)
    }

    @Test func `no bar is drawn where nobody looks`() throws {
      try fixture.file("v.wav", of: "anna@example.org")
      let zip = fixture.scratch.path("out.zip")

      for outcome in [
        try fixture.records("verify"), try fixture.records("export", ["--all", zip]),
        try fixture.records("reindex"),
        try Tool.run(["records", "import", "--store", fixture.scratch.path("other"), zip]),
      ] {
        #expect(outcome.status == 0 && !outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
      }
    }
  }
}
