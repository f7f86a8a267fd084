// Actor names in the audit logs.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ActorTests {
    private let fixture = RecordsFixture()

    /// The actors of the store's log, without those of the lines that the fixture wrote.
    private func actors() throws -> [String] {
      try JSONValue.lines(of: fixture.history(sessions: true))
        .compactMap { $0["actor"]?.stringValue }.filter { $0 != "test" }
    }

    private func purge(_ further: [String], as variable: String) async throws -> Tool.Outcome {
      try await Tool.run(
        ["records", "purge", "--store", fixture.path, "--all", "--yes"] + further,
        with: ["SAGEVOICE_ACTOR": variable])
    }

    @Test func `the option wins over the environment`() async throws {
      try await fixture.file("v.wav", of: nil)

      #expect(try await purge(["--actor", "Dr. Größe"], as: "somebody").status == 0)

      #expect(try Set(actors()) == ["Dr. Größe"])
    }

    @Test func `the environment wins over the login name`() async throws {
      try await fixture.file("v.wav", of: nil)

      #expect(try await purge([], as: "night shift").status == 0)

      #expect(try Set(actors()) == ["night shift"])
    }

    @Test func `without a name it is the user of the system`() async throws {
      try await fixture.file("v.wav", of: nil)
      let login = NSUserName()

      #expect(try await purge([], as: "").status == 0)

      #expect(try Set(actors()) == [login])
    }

    @Test func `the watcher writes under the name it is given`() async throws {
      _ = try fixture.scratch.voice("in/a.wav")

      let outcome = try await fixture.scratch.watchOnce(["--actor", "the recording room"])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Set(actors()) == ["the recording room"])
      let session = try #require(fixture.scratch.names(in: "store/sessions").first)
      let audit = try await fixture.records("show", [session, "--document", "audit"]).documents
      #expect(Set(audit.map { $0["actor"]?.stringValue }) == ["the recording room"])
    }

    @Test func `an actor name unfit for the log is a usage error`()
      async throws
    {
      try await fixture.file("v.wav", of: nil)
      let long = String(repeating: "a", count: 129)

      for name in ["", " ", "a\nb", long] {
        let outcome = try await purge(["--actor", name], as: "")
        #expect(outcome.status == 64 && outcome.errors.contains("--actor"), "\(outcome.errors)")
      }
      let outcome = try await purge([], as: long)
      #expect(outcome.status == 64 && outcome.errors.contains("SAGEVOICE_ACTOR"))
      #expect(try await fixture.records("list").documents.count == 1)
    }

    @Test(arguments: ["import", "amend", "keep", "purge", "reindex"])
    func `every command that writes takes a name`(command: String) async throws {
      #expect(try await Tool.run(["records", command, "--help"]).output.contains("--actor"))
    }
  }
}
