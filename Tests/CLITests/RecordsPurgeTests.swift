// Deletions and messages of `records purge`.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsPurgeTests {
    private let fixture = RecordsFixture()

    private func fill() async throws {
      try await fixture.file("first voice.wav", of: "anna@example.org")
      try await fixture.file("second.wav", of: nil)
      try await fixture.file("third.wav", of: "ben@example.org", keepingAudio: false)
    }

    @Test func `sessions are purged by their names, several at once`() async throws {
      try await fill()
      let ids = fixture.sessions.prefix(2).flatMap { ["--session", $0.text] }

      let would = try await fixture.records("purge", ids + ["--dry-run"])
      let outcome = try await fixture.records("purge", ids)
      let again = try await fixture.records("purge", ids)

      #expect(would.output == fixture.sessions.prefix(2).map { $0.text + "\n" }.joined())
      #expect(outcome.status == 0 && outcome.output == would.output)
      #expect(try fixture.scratch.names(in: "store/sessions") == [fixture.sessions[2].text])
      #expect(again.status == 66)
      #expect(try await fixture.records("purge", ids + ["--all", "--yes"]).status == 64)
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test(arguments: [false, true])
    func `an inbox is cleared of purged sessions, whether it is given or known`(
      isKnown: Bool
    ) async throws {
      try await fill()
      let id = fixture.sessions[0].text
      let work = ["in", ".sagevoice", "work", id].joined(separator: "/")
      _ = try fixture.scratch.write([1], as: "\(work)/first voice.wav")
      _ = try fixture.scratch.write(#"{"user_id": "anna@example.org"}"#, as: "in/a.json")
      let inbox = fixture.scratch.path("in")
      let status: JSONValue = ["inbox": .string(inbox)]
      if isKnown { _ = try fixture.scratch.write(status.fileBytes, as: "store/status.json") }

      let outcome = try await fixture.records(
        "purge", ["--user", "anna@example.org"] + (isKnown ? [] : ["--inbox", inbox]))

      #expect(outcome.status == 0)
      #expect(outcome.output == id + "\n")
      #expect(!FileManager.default.fileExists(atPath: fixture.scratch.path(work)))
      #expect(outcome.errors.contains("\(inbox)/a.json names the person; remove it there"))
    }

    @Test func `a purge of an unknown person ends with 66`() async throws {
      try await fill()

      let outcome = try await fixture.records("purge", ["--user", "ana@example.org"])

      #expect(outcome.status == 66 && outcome.output == "")
      #expect(outcome.errors.contains("the store has no data of this person"))
      #expect(try fixture.scratch.names(in: "store/sessions").count == 3)
    }

    @Test func `unreadable files are named on standard error`() async throws {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let store = try fixture.open(key: key)
      let fault = StateFault("silent", message: "m", advice: "a")
      try store.quarantine(
        QuarantinedFile(
          source: fixture.scratch.write([1], as: "x.wav"), name: "x.wav", fault: fault,
          session: nil))
      try fixture.change("update failed_file set report = x'01'")

      let outcome = try await fixture.records(
        "purge", ["--user", "anna@example.org", "--key-file", key])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("failed/1 could not be read"))
    }
  }
}
