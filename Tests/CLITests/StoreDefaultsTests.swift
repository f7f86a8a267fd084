// Environment variables of commands on a store.

import Foundation
import RecordStore
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct StoreDefaultsTests {
    private let fixture = RecordsFixture()

    private func run(
      _ arguments: [String], store: String? = nil, key: String? = nil
    ) async throws -> Tool.Outcome {
      var variables: [String: String] = [:]
      variables["SAGEVOICE_STORE"] = store
      variables["SAGEVOICE_KEY_FILE"] = key
      return try await Tool.run(arguments, with: variables)
    }

    private func watchOnce(_ further: [String] = []) -> [String] {
      ["watch", fixture.scratch.path("in"), "--create", "--once", "--quiet"] + further
    }

    @Test func `store and key come from the environment`() async throws {
      let key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let copy = fixture.scratch.path("copy")

      let listed = try await run(["records", "list"], store: fixture.path, key: key)
      let shown = try await run(
        ["records", "show", fixture.sessions[0].text], store: fixture.path, key: key)
      let backup = try await run(["records", "backup", copy], store: fixture.path)

      #expect([listed, shown, backup].map(\.status) == [0, 0, 0])
      #expect(try listed.document.recordingName == "v.wav")
      #expect(try await run(["records", "verify"], store: copy, key: key).status == 0)
    }

    @Test func `options win over the environment`() async throws {
      let (right, wrong) = (try fixture.key(), try fixture.key("other", 8))
      try await fixture.file("v.wav", of: nil, key: right)
      let nowhere = fixture.scratch.path("nowhere")

      let outcome = try await run(
        ["records", "list", "--store", fixture.path, "--key-file", right], store: nowhere,
        key: wrong)

      #expect(outcome.status == 0)
      #expect(try await run(["records", "list"], store: nowhere, key: right).status == 66)
      #expect(try await run(["records", "list"], store: fixture.path, key: wrong).status == 65)
    }

    @Test func `an empty variable counts as unset`() async throws {
      try await fixture.file("v.wav", of: nil)

      #expect(try await fixture.records("list").status == 0)
      #expect(try await run(["records", "list"], store: fixture.path, key: "").status == 0)
      for command in [["records", "list"], ["records", "backup", "out"], ["status"], watchOnce()] {
        let outcome = try await run(command, store: "")
        #expect(outcome.status == 64, "\(command)")
        #expect(outcome.errors.contains("SAGEVOICE_STORE"), "\(command)")
      }
    }

    @Test func `the watcher fills the store of the environment, and status finds it`() async throws
    {
      let key = try fixture.key()
      _ = try fixture.scratch.voice("in/a.wav")

      let watched = try await run(watchOnce(["--settle", "0.1"]), store: fixture.path, key: key)

      #expect(watched.status == 0, "\(watched.errors)")
      #expect(try await run(["status"], store: fixture.path).output.contains(/State: +stopped/))
      #expect(
        try await run(["records", "list"], store: fixture.path, key: key).document.recordingName
          == "a.wav")
      let inside = try await run(watchOnce(), store: fixture.scratch.path("in/store"))
      #expect(inside.status == 64 && inside.errors.contains("must not be inside the inbox"))
    }

    @Test(arguments: ["watch", "status", "records"])
    func `help names the variables`(command: String) async throws {
      #expect(try await Tool.run([command, "--help"]).output.contains("SAGEVOICE_STORE"))
    }
  }
}
