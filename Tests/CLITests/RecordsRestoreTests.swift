// A backup that becomes a store again.

import Foundation
import RecordStore
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct RecordsRestoreTests {
    private let fixture = RecordsFixture()

    /// A backup of a store with a recording.
    private func backUp(key: String? = nil) async throws -> String {
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
      let path = fixture.scratch.path("backup")
      #expect(try await fixture.records("backup", [path]).status == 0)
      return path
    }

    private func restore(
      _ backup: String, to name: String, _ options: [String] = []
    ) async throws -> Tool.Outcome {
      try await Tool.run(
        ["records", "restore", "--store", fixture.scratch.path(name), backup] + options)
    }

    private func run(_ command: String, _ name: String, _ options: [String]) async throws
      -> Tool.Outcome
    {
      try await Tool.run(["records", command, "--store", fixture.scratch.path(name)] + options)
    }

    @Test(arguments: [false, true])
    func `a restored backup is verified and listed like the store`(isEncrypted: Bool) async throws {
      let key = isEncrypted ? try fixture.key() : nil
      let options = key.map { ["--key-file", $0] } ?? []
      let backup = try await backUp(key: key)
      try FileManager.default.createDirectory(
        atPath: fixture.scratch.path("empty"), withIntermediateDirectories: false)

      for name in ["missing", "empty"] {
        let restored = try await restore(backup, to: name, options)

        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.errors.contains("1 session restored, head of the history: "))
        #expect(try await run("verify", name, options).status == 0)
        let listed = try await run("list", name, options)
        #expect(try await listed.output == fixture.records("list", options).output)
        #expect(try fixture.scratch.names(in: name).contains("store.sqlite"))
      }
    }

    @Test func `a restore over files is refused with status 73, and they stay`() async throws {
      let backup = try await backUp()
      let file = try fixture.scratch.write([1], as: "full/file")

      let onto = try await restore(backup, to: "full")
      let over = try await restore(backup, to: "store")

      #expect(onto.status == 73 && onto.errors.contains("file or folder exists"))
      #expect(over.status == 73)
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test func `a damaged backup is refused with status 65, and nothing is restored`() async throws
    {
      let backup = try await backUp()
      let path = "backup/sessions/\(fixture.sessions[0].text)/artifacts/audio.wav"
      _ = try fixture.scratch.write(fixture.scratch.bytes(of: path) + [0x20], as: path)
      let before = try fixture.scratch.names(in: "")

      let outcome = try await restore(backup, to: "new")

      #expect(outcome.status == 65, "\(outcome.errors)")
      #expect(
        outcome.errors.contains("audio.wav") && outcome.errors.contains("nothing was restored"))
      #expect(try fixture.scratch.names(in: "") == before)
    }

    @Test func `a restore without the key, or of a folder that is not a store, creates nothing`()
      async throws
    {
      let backup = try await backUp(key: try fixture.key())
      let before = try fixture.scratch.names(in: "")

      #expect(try await restore(backup, to: "new").status == 65)
      #expect(try await restore(fixture.scratch.path("no"), to: "new").status == 66)
      #expect(try fixture.scratch.names(in: "") == before)
    }
  }
}
