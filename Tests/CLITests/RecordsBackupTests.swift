// Backups from the command line, and terminal output of foreign text.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsBackupTests {
    private let fixture = RecordsFixture()

    private func backup(_ name: String = "copy") async throws -> Tool.Outcome {
      try await fixture.records("backup", [fixture.scratch.path(name)])
    }

    @Test func `a backup needs the key only for verification`() async throws {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)

      let outcome = try await backup()
      let verified = try await Tool.run(
        ["records", "verify", "--store", fixture.scratch.path("copy"), "--key-file", key])

      #expect(outcome.status == 0 && outcome.output == "")
      let head = try #require(outcome.errors.firstMatch(of: /history: (\S+)/)).1
      #expect(verified.status == 0 && verified.output == "Head of the store history: \(head)\n")
    }

    @Test func `backup overwrites nothing and copies only stores`() async throws {
      try await fixture.file("v.wav", of: nil)
      #expect(try await backup().status == 0)

      let again = try await backup()
      let nothing = try await Tool.run(
        ["records", "backup", "--store", fixture.scratch.path("no"), fixture.scratch.path("b")])

      #expect(again.status == 73)
      #expect(again.errors.contains("file or folder exists"))
      #expect(nothing.status == 66)
      #expect(!FileManager.default.fileExists(atPath: fixture.scratch.path("b")))
    }

    @Test func `control characters are escaped in the output`() async throws {
      try await fixture.file("v.wav", of: nil)
      let session = try fixture.open().session(fixture.sessions[0])
      var header = try #require(try session.header())
      header.context = "a\u{1B}[2Jb\u{9B}31m\u{202E}c"
      var change = SessionChange("put right", header: header)
      change.documents[.answers] =
        Array(#"{"a\u001b[2Jb": {"\u009bx": 1, "y": "\u001b]0;z"}}"#.utf8)
      try session.commit(change)
      let id = fixture.sessions[0].text

      let shown = [
        try await fixture.records("list", ["--format", "text"]).output,
        try await fixture.records("show", [id, "--format", "text"]).output,
        try await fixture.records("show", [id, "--format", "text", "--document", "answers"]).output,
        try await fixture.records("show", [id, "--format", "text", "--document", "audit"]).output,
        try await fixture.records("show", [id, "--format", "text", "--document", "header"]).output,
      ]

      #expect(shown[4].contains("a?[2Jb?31m?c"))
      for text in shown {
        #expect(
          text.unicodeScalars.allSatisfy {
            $0 == "\n" || !($0.properties.generalCategory == .control || $0.value == 0x202E)
          })
      }
    }

    @Test func `an amendment keeps the metadata of the recording`() async throws {
      try await fixture.file("v.wav", of: "anna")
      let given: JSONValue = [
        "profile": ["user_id": "anna", "age": 93], "context": "clinic", "session_id": "s-1",
        "device_model": "X1", "flags": ["cold"], "consent": ["research": true], "reference": "r-1",
      ]
      let answers: JSONValue = ["schema": "sagevoice/answers/1", "given": given]
      try fixture.open().session(fixture.sessions[0]).write(.answers, answers.fileBytes)
      let profile = try fixture.scratch.write(#"{"user_id": "anna", "age": 39}"#, as: "p.json")

      let outcome = try await fixture.records(
        "amend", [fixture.sessions[0].text, "--reason", "the age", "--profile", profile])

      let new = try #require(outcome.document["session_id"]?.stringValue)
      let shown = try await fixture.records("show", [new, "--document", "answers"]).document
      let right: JSONValue = ["user_id": "anna", "age": 39]
      #expect(shown["given"] == given.setting(["profile"], to: right))
      let computed = try await fixture.records("show", [new, "--document", "computed"]).document
      #expect(computed[path: ["assessment", "context", "voice_conditions"]] == [])
      #expect(computed[path: ["assessment", "context", "diagnosed_conditions"]] == [])
    }

    @Test func `amending the profile alone keeps the other metadata`() async throws {
      try await fixture.file("v.wav", of: "anna", keepingAudio: false)
      let answers: JSONValue = [
        "schema": "sagevoice/answers/1",
        "given": ["user_id": "anna", "age": 93, "device_model": "X1", "reference": "r-1"],
      ]
      try fixture.open().session(fixture.sessions[0]).write(.answers, answers.fileBytes)
      let profile = try fixture.scratch.write(#"{"user_id": "ben"}"#, as: "p.json")

      let outcome = try await fixture.records(
        "amend", [fixture.sessions[0].text, "--reason", "another", "--profile", profile])

      let new = try #require(outcome.document["session_id"]?.stringValue)
      let shown = try await fixture.records("show", [new, "--document", "answers"]).document
      #expect(shown["given"] == ["profile": ["user_id": "ben"], "reference": "r-1"])
    }
  }
}
