// Re-encryption of a tenant's rows by `records rekey`.

import Foundation
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoiceTypes

/// A folder with key files.
private struct KeyFolder {
  static let old = "old " + String(repeating: "07", count: 32)
  static let new = "new " + String(repeating: "08", count: 32)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func file(_ lines: String...) throws -> String {
    let path = "\(folder.path)/\(UUID().uuidString).key"
    let contents = Data((lines.joined(separator: "\n") + "\n").utf8)
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: contents, attributes: [.posixPermissions: 0o600]))
    return path
  }
}

extension CommandTests {
  /// The store of a tenant in which something of a session and of a person is encrypted.
  @discardableResult
  private func fill(_ tenant: String, keyFile: String?) throws -> RecordStore {
    let keys = try keyFile.map { try StoreKeys(fileAt: $0) }
    let store = try RecordStore(
      PostgresDatabase(server.pool(to: database, as: .clinic)), tenant: tenant, keys: keys)
    let session = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-000000000001"))
    try store.session(session).commit(SessionChange("claimed", documents: [.answers: [1, 2]]))
    let user = store.userHash(of: "anna")
    try store.save(Person(UserProfile(userID: "anna")), for: user, reason: "r")
    try store.save(["step": 1], as: .journey, of: user)
    return store
  }

  private func rekey(_ tenant: String, _ further: String..., on database: String? = nil) throws
    -> ServerProgram.Outcome
  {
    try run(["records", "rekey", "--tenant", tenant] + further, as: "login_clinic", on: database)
  }

  @Test func `a tenant's store is re-encrypted with the first key and opens with no other`() throws
  {
    let keys = try KeyFolder()
    let (old, new) = (try keys.file(KeyFolder.old), try keys.file(KeyFolder.new))
    let both = try keys.file("# autumn", KeyFolder.new, KeyFolder.old)
    try fill("clinic-a", keyFile: old)

    let planned = try rekey("clinic-a", "--key-file", both, "--dry-run")
    let unchanged = try rekey("clinic-a", "--key-file", old)
    let done = try rekey("clinic-a", "--key-file", both)
    let again = try rekey("clinic-a", "--key-file", new)
    let former = try rekey("clinic-a", "--key-file", old)

    let counts = "1 document of 1 session, 0 baselines, 2 files of people and 0 quarantined files"
    #expect(
      planned.errors.contains(counts) && planned.errors.contains("are to be"), "\(planned.errors)")
    #expect(unchanged.errors.contains("with the key old"), "\(unchanged.errors)")
    #expect(done.errors.contains(counts) && done.errors.contains("with the key new"))
    #expect(done.errors.contains("not needed by the store: 1 key (old)"), "\(done.errors)")
    #expect(again.errors.contains("0 documents of 0 sessions"), "\(again.errors)")
    for outcome in [planned, unchanged, done, again] {
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome.errors)")
    }
    #expect(former.status == 65 && former.errors.contains("re-encrypted with the key new"))
    #expect(try run(["status", "--check"], as: "postgres").status == 0)
  }

  @Test func `keys that open no row are named, with a status`() throws {
    let keys = try KeyFolder()
    try fill("clinic-a", keyFile: keys.file(KeyFolder.old))
    try server.connection(to: database).run(
      "update sagevoice.kept_document set bytes = bytes || '\\x00'::bytea")

    let outcome = try rekey(
      "clinic-a", "--key-file", keys.file(KeyFolder.new, KeyFolder.old))

    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.contains("000000000001/answers.json was not re-encrypted"))
    #expect(!outcome.errors.contains("no longer needs"))
  }

  @Test func `a store that cannot be re-encrypted ends with its own status`() throws {
    let keys = try KeyFolder()
    let (old, new) = (try keys.file(KeyFolder.old), try keys.file(KeyFolder.new))
    try fill("clinic-a", keyFile: old)
    try fill("clinic-p", keyFile: nil)

    let wrong = try rekey("clinic-a", "--key-file", new)
    let keyless = try rekey("clinic-a")
    let plain = try rekey("clinic-p")
    let unneeded = try rekey("clinic-p", "--key-file", old)
    let missing = try rekey("clinic-b", "--key-file", old)
    let away = try rekey("clinic-a", "--key-file", old, on: "nowhere")
    let usage = try run(["records", "rekey"], as: "login_clinic")
    let foreign = try run(
      ["records", "rekey", "--tenant", "clinic-a", "--key-file", old], as: "login_worker")
    try server.connection(to: database).run(
      "delete from sagevoice.migration where number = $1", [.int(Int64(Migration.last))])
    let older = try rekey("clinic-a", "--key-file", old)

    #expect((wrong.status, keyless.status, plain.status, unneeded.status) == (65, 65, 65, 65))
    #expect(plain.errors.contains("not encrypted"), "\(plain.errors)")
    #expect((missing.status, away.status, usage.status) == (66, 74, 64), "\(missing.errors)")
    #expect((foreign.status, older.status) == (73, 73), "\(foreign.errors)")
    #expect(older.errors.contains("sagevoice migrate"))
    let stores = try server.connection(to: database).run(
      "select tenant::text from sagevoice.store order by 1"
    ).map { try $0.text(0) }
    #expect(stores == ["clinic-a", "clinic-p"])
  }
}
