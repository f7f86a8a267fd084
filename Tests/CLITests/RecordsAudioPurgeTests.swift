// `records purge --audio-only`: recordings go, and all that was measured of them stays.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsAudioPurgeTests {
    private let fixture = RecordsFixture()

    private func fill(key: String? = nil) async throws {
      try await fixture.file("first voice.wav", of: "anna@example.org", key: key)
      try await fixture.file("second.wav", of: nil, key: key)
      try await fixture.file("third.wav", of: "ben@example.org", keepingAudio: false, key: key)
    }

    private func holdsAudio(_ index: Int) -> Bool {
      FileManager.default.fileExists(
        atPath: fixture.scratch.path(
          "store/sessions/\(fixture.sessions[index].text)/artifacts/audio.wav"))
    }

    @Test func `a dry run names the sessions with a recording and changes no byte`() async throws {
      try await fill()
      _ = try await fixture.records("list")
      let before = try fixture.tree()

      let outcome = try await fixture.records("purge", ["--all", "--audio-only", "--dry-run"])

      #expect(outcome.status == 0)
      #expect(outcome.output == fixture.sessions.prefix(2).map { $0.text + "\n" }.joined())
      #expect(outcome.errors.contains("2 recordings would be deleted"))
      // The index is a cache and changes at every opening.
      #expect(
        try fixture.tree().filter { !$0.key.hasPrefix("index") }
          == before.filter { !$0.key.hasPrefix("index") })
    }

    @Test(arguments: [false, true])
    func `purging the audio of a person keeps the session complete`(
      isEncrypted: Bool
    ) async throws {
      let key = isEncrypted ? try fixture.key() : nil
      let options = key.map { ["--key-file", $0] } ?? []
      try await fill(key: key)

      let outcome = try await fixture.records(
        "purge", ["--user", "anna@example.org", "--audio-only"] + options)
      let again = try await fixture.records(
        "purge", ["--user", "anna@example.org", "--audio-only"] + options)

      #expect(outcome.status == 0)
      #expect(outcome.output == fixture.sessions[0].text + "\n")
      #expect(!holdsAudio(0) && holdsAudio(1))
      #expect(again.status == 0 && again.output == "")
      #expect(try await fixture.records("verify", options).status == 0)
      #expect(try await fixture.records("verify", ["--recompute"] + options).status == 0)
      let shown = try await fixture.records("show", [fixture.sessions[0].text] + options).document
      #expect(shown["computed"] != nil && shown["computed"] != .null)
    }

    @Test func `a session without its recording is amended like one stored without audio`()
      async throws
    {
      try await fill()
      let profile = try fixture.scratch.write(
        #"{"user_id": "anna@example.org", "age": 41}"#, as: "profile.json")
      _ = try await fixture.records(
        "purge", ["--session", fixture.sessions[0].text, "--audio-only"])

      let outcome = try await fixture.records(
        "amend", [fixture.sessions[0].text, "--reason", "age", "--profile", profile])

      #expect(outcome.status == 0)
      #expect(try outcome.document["analysed_anew"] == false)
      #expect(outcome.errors.contains("the audio is not stored"))
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test func `purge --audio-only selects sessions like purge`() async throws {
      try await fill()

      let younger = try await fixture.records("purge", ["--older-than", "100000", "--audio-only"])
      let unconfirmed = try await fixture.records("purge", ["--all", "--audio-only"])
      let inbox = try await fixture.records(
        "purge", ["--all", "--yes", "--audio-only", "--inbox", fixture.scratch.path("")])
      let outcome = try await fixture.records("purge", ["--all", "--yes", "--audio-only"])

      #expect(younger.status == 0 && younger.output == "")
      #expect(unconfirmed.status == 64 && unconfirmed.errors.contains("every recording"))
      #expect(inbox.status == 64 && inbox.errors.contains("--inbox"))
      #expect(outcome.status == 0 && outcome.errors.contains("2 recordings deleted"))
      #expect(!holdsAudio(0) && !holdsAudio(1))
      #expect(try fixture.scratch.names(in: "store/sessions").count == 3)
    }
  }
}
