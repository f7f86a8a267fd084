import TestSupport
import Testing

@testable import RecordStore

@Suite struct StoreAddressTests {
  private let files = POSIXFileSystem()

  private func address(
    _ scratch: Scratch, keyFile: String? = nil
  ) throws(StoreError) -> StoreAddress {
    try StoreAddress(
      folder: scratch.store, key: keyFile.map { .file($0) } ?? .none,
      actor: AuditActor(login: "test", userID: 0),
      clock: FixedClock())
  }

  private func key(_ scratch: Scratch, _ byte: UInt8) throws -> String {
    let path = "\(scratch.path)/key-\(byte)"
    try files.create(path, [UInt8](repeating: byte, count: 32))
    return path
  }

  @Test func `opening for writing creates a store, and opening for reading does not`() throws {
    let scratch = try Scratch()

    #expect(throws: StoreError.notAStore(path: scratch.store)) {
      try address(scratch).open(.reading)
    }
    #expect(try address(scratch).open(.writing).root == scratch.store)
    #expect(try address(scratch).open(.reading).sessionIDs() == [])
  }

  @Test func `only the key of the address opens an encrypted store`() throws {
    let scratch = try Scratch()
    let (right, wrong) = (try key(scratch, 7), try key(scratch, 8))

    #expect(try address(scratch, keyFile: right).open(.writing).isEncrypted)
    #expect(try address(scratch, keyFile: right).open(.reading).isEncrypted)
    #expect(throws: StoreError.keyNeeded) { try address(scratch).open(.reading) }
    #expect(throws: StoreError.wrongKey) { try address(scratch, keyFile: wrong).open(.reading) }
  }

  @Test func `the actor of the address is in the history`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)

    let session = try address(scratch).open(.writing).session(life.id)
    try session.record(StateRecord(.failed))

    #expect(try session.auditLines().map(\.entry.actor) == ["test"])
  }

  @Test(arguments: [
    StoreError.damaged(path: "/anna/a.json", problem: "Anna"),
    .newerSchema(path: "/anna/store.json", found: "2", known: "1"),
    .fileSystem(FileSystemError(code: 13, operation: .read, path: "/anna")),
  ])
  func `messages for logs contain no file that the user did not name`(error: StoreError) {
    #expect(error.description.contains("anna"))
    #expect(!error.descriptionForLogs.lowercased().contains("anna"))
    #expect(error.descriptionForLogs == RedactedReason(error).description)
  }

  @Test func `messages for logs contain the path of the store`() {
    let error = StoreError.notAStore(path: "/srv/store")

    #expect(error.descriptionForLogs == error.description)
  }
}
