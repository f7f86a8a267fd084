// A new key for a store, from the key file to the end of `records rekey`.

import Foundation
import RecordStore
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct RecordsRekeyTests {
    private static let old = "old " + String(repeating: "07", count: 32)
    private static let new = "new " + String(repeating: "08", count: 32)

    private let fixture = RecordsFixture()
    private let (oldKey, newKey, bothKeys): (String, String, String)

    init() async throws {
      oldKey = try fixture.key("old.key", 7)
      newKey = try fixture.keyFile("new.key", [Self.new])
      bothKeys = try fixture.keyFile("both.key", ["# autumn", Self.new, Self.old])
      try await fixture.file("v.wav", of: "anna@example.org", key: oldKey)
      try await fixture.file("w.wav", of: nil, key: oldKey)
    }

    private func records(_ command: String, _ key: String, _ further: [String] = []) async throws
      -> Tool.Outcome
    {
      try await fixture.records(command, ["--key-file", key] + further)
    }

    @Test func `a store is re-encrypted with the first key and opens with no other`() async throws {
      let list = try await records("list", oldKey).output

      let told = try await records("rekey", bothKeys, ["--dry-run"])
      let unchanged = try await records("list", oldKey)
      let done = try await records("rekey", bothKeys)
      let again = try await records("rekey", newKey)

      // Header, answers, both results and audio of the first; no answers of the second.
      #expect(told.errors.contains("11 documents of 2 sessions"), "\(told.errors)")
      #expect(told.errors.contains("are to be"))
      #expect(unchanged.output == list)
      #expect(done.errors.contains("were re-encrypted with the key new"), "\(done.errors)")
      #expect(done.errors.contains("not needed by the store: 1 key ("))
      #expect(again.errors.contains("0 documents of 0 sessions"))
      for outcome in [told, done, again] { #expect(outcome.status == 0 && outcome.output == "") }
      #expect(try await records("list", newKey).output == list)
      #expect(try await records("verify", newKey).status == 0)
      let former = try await records("list", oldKey)
      #expect(former.status == 65 && former.errors.contains("re-encrypted with the key new"))
      #expect(try await records("verify", oldKey).status == 64)
    }

    @Test func `--quiet hides the list of remaining items`() async throws {
      try fixture.change("update kept_document set bytes = x'7b7d' where name = 'answers'")

      let outcome = try await records("rekey", bothKeys, ["--quiet"])

      #expect(outcome.status == 65 && outcome.output == "" && outcome.errors == "")
    }

    @Test func `a tampered item is named and changes the exit status`() async throws {
      let path = "sessions/\(fixture.sessions[0].text)/answers.json"
      try fixture.change("update kept_document set bytes = x'7b7d' where name = 'answers'")

      let outcome = try await records("rekey", bothKeys)

      #expect(outcome.status == 65 && outcome.errors.contains("\(path) was not re-encrypted"))
      #expect(!outcome.errors.contains("no longer needs"))
      #expect(try await records("verify", newKey).status == 65)
    }

    @Test func `a key file that holds no key names the line, and never a key`() async throws {
      let bad = try fixture.keyFile("bad.key", [Self.new, "old 0707"])

      let outcome = try await records("rekey", bad)

      #expect(outcome.status == 65 && outcome.errors.contains("line 2"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("0808") && !outcome.errors.contains("0707"))
      #expect(try await records("verify", bad).status == 64)
    }

    @Test func `items that cannot be re-encrypted have their own exit status`() async throws {
      let other = fixture.scratch.path("other")
      let former = try fixture.keyFile("former.key", [Self.old, Self.new])

      #expect(try await Tool.run(["records", "rekey"]).status == 64)
      #expect(
        try await Tool.run(["records", "rekey", "--store", other, "--key-file", newKey]).status
          == 66)
      #expect(try await fixture.records("rekey").status == 65)
      #expect(try await records("rekey", newKey).status == 65)
      #expect(try await records("rekey", bothKeys).status == 0)
      #expect(try await records("rekey", former).status == 65)
    }
  }
}
