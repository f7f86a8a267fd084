// `records failed` lists the unusable files.

import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsFailedTests {
    private let fixture = RecordsFixture()

    /// A store with a quarantined recording, and one at another location.
    private func fill(_ key: String?) async throws -> SessionID {
      let session = try await fixture.file("Doe, Jane.wav", of: nil, keepingAudio: false, key: key)
      let store = try fixture.open(key: key)
      let fault = StateFault("silent", message: "found MARK", advice: "speak up")
      try store.quarantine(
        QuarantinedFile(
          source: fixture.scratch.path("Doe, Jane.wav"), name: "Doe, Jane.wav", fault: fault,
          session: session))
      try store.reportStranded("/disk/b.wav", named: "b.wav", of: session, for: fault)
      return session
    }

    @Test(arguments: [false, true])
    func `failed lists name, code, message, advice, session and place`(isEncrypted: Bool)
      async throws
    {
      let key = isEncrypted ? try fixture.key() : nil
      let session = try await fill(key)
      let option = key.map { ["--key-file", $0] } ?? []

      let outcome = try await fixture.records("failed", option)
      let text = try await fixture.records("failed", ["--format", "text"] + option)

      let rows = try outcome.documents.sorted {
        ($0["name"]?.stringValue ?? "") < ($1["name"]?.stringValue ?? "")
      }
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(rows.map { $0["name"] } == ["Doe, Jane.wav", "b.wav"])
      #expect(rows.allSatisfy { $0["code"] == "silent" && $0["message"] == "found MARK" })
      #expect(rows.allSatisfy { $0["advice"] == "speak up" })
      #expect(rows.allSatisfy { $0["session_id"] == .string(session.text) })
      #expect(rows.map { $0["lies_at"] } == [.null, "/disk/b.wav"])
      #expect(text.output.contains(/Message: +Found MARK\.\n/))
    }

    @Test func `failed names a report that cannot be read, with status 65`() async throws {
      _ = try await fill(nil)
      try fixture.change("update failed_file set report = x'01'")

      let outcome = try await fixture.records("failed")

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("failed/1 is not a valid report"), "\(outcome.errors)")
      #expect(try outcome.documents.count == 1)
    }
  }
}
