import Foundation
import Glibc
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct OpeningTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: [StoreAccess.reading, .writing])
  func `a store of a later version is refused`(access: StoreAccess) throws {
    let life = SessionLife(scratch.store)
    try life.open().write { rows in
      _ = try rows.run("insert into grdb_migrations (identifier) select '4' where $1 is not null")
    }

    let error = #expect(throws: StoreError.self) { try life.open(access) }

    #expect(error?.description.contains("newer sagevoice") == true)
  }

  @Test func `the creation of a store follows the option`() throws {
    var options = SessionLife(scratch.store).options()
    options.creation = .never
    #expect(throws: StoreError.notAStore(path: scratch.store)) {
      try RecordStore(at: scratch.store, options)
    }
    #expect(try files.facts(of: scratch.store) == nil)

    options.creation = .always
    let secret = try RecordStore(at: scratch.store, options).secret
    #expect(throws: StoreError.self) { try RecordStore(at: scratch.store, options) }

    options.creation = .never
    #expect(try RecordStore(at: scratch.store, options).secret == secret)
  }

  @Test func `a wrong, missing or unneeded key is refused`() throws {
    let plain = SessionLife("\(scratch.path)/plain")
    let encrypted = SessionLife("\(scratch.path)/encrypted", .encrypted)
    for life in [plain, encrypted] { _ = try life.open() }
    let wrong = StoreKeys(bytes: [UInt8](repeating: 9, count: 32))
    let cases: [(String, StoreKeys?, StoreError)] = [
      (plain.root, wrong, .notEncrypted), (encrypted.root, wrong, .wrongKey),
      (encrypted.root, nil, .keyNeeded),
    ]

    for (root, keys, error) in cases {
      for access in [StoreAccess.reading, .writing] {
        var options = StoreOptions(access, actor: "test", clock: FixedClock())
        options.keys = keys
        #expect(throws: error) { try RecordStore(at: root, options) }
      }
    }
  }

  @Test(arguments: ["store.sqlite", "sessions"])
  func `a link in the store is refused`(name: String) throws {
    let life = SessionLife(scratch.store)
    _ = try life.open()
    let path = "\(scratch.store)/\(name)"
    try files.rename(path, to: "\(scratch.path)/away", .keepingExisting)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(scratch.path)/away")

    let error = #expect(throws: StoreError.self) { try life.open() }

    #expect(error?.description.contains("symbolic link") == true)
  }

  @Test func `an old store opened for reading is refused with advice`() throws {
    let source = Repository.fixtures.appendingPathComponent("stores/plain-0.24").path
    try FileManager.default.copyItem(atPath: source, toPath: scratch.store)

    let error = #expect(throws: StoreError.self) { try SessionLife(scratch.store).open(.reading) }

    #expect(error?.description.contains("open it for writing once") == true)
    #expect(try files.facts(of: "\(scratch.store)/store.json") != nil)
    #expect(try SessionLife(scratch.store).open().sessionIDs().count == 3)
  }

  @Test func `a store of version 0.25 gets the later tables when it is opened for writing`() throws
  {
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let database = try SQLiteDatabase(at: "\(scratch.store)/store.sqlite", for: .writing)
    for statement in [
      "drop table job_file", "drop table job", "drop index tenant_line_user",
      "alter table kept_session drop column follow_up_values",
      "delete from grdb_migrations where identifier = '2'",
    ] {
      _ = try database.transaction(of: "store", .writing) { try $0.run(statement, []) }
    }

    let error = #expect(throws: StoreError.self) { try life.open(.reading) }
    let findings = try life.open().verify().findings

    #expect(error?.description.contains("open it for writing once") == true)
    #expect(findings == [])
    #expect(try life.open(.reading).sessionIDs() == [life.id])
  }

  @Test func `a file that is no database is refused`() throws {
    try files.makeFolder(scratch.store)
    try files.create("\(scratch.store)/store.sqlite", Array("letter".utf8))

    #expect(throws: StoreError.self) { try SessionLife(scratch.store).open() }

    #expect(try files.read("\(scratch.store)/store.sqlite") == Array("letter".utf8))
  }

  @Test func `a folder with other files is refused`() throws {
    try files.makeFolder(scratch.store)
    try files.create("\(scratch.store)/thesis.txt", [1])

    #expect(throws: StoreError.self) { try SessionLife(scratch.store).open() }
    #expect(try files.list(scratch.store) == ["thesis.txt"])
  }

  @Test func `names that are not UTF-8 are read byte by byte`() throws {
    var seed: UInt64 = 88
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<(seed % 9) {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Half of the bytes cause replacement characters, which must be restored as well.
        let byte = UInt8(truncatingIfNeeded: seed >> 33)
        bytes.append(seed >> 60 & 1 == 0 ? byte : [0xF4, 0x8F, 0xBC, 0xBF][Int(byte & 3)])
      }
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      #expect(FileName.bytes(of: FileName.text(of: bytes)) == bytes)
    }
    #expect(
      FileName.bytes(of: FileName.text(of: [0xF4, 0x8F, 0xBF, 0xBF])) == [0xF4, 0x8F, 0xBF, 0xBF])
    #expect(FileName.text(of: Array("Größe".utf8)) == "Größe")
  }

  @Test func `a file with a name that is not UTF-8 is listed, read and renamed`() throws {
    let name = FileName.text(of: [0x47, 0xF6, 0xDF, 0x65])
    try files.create("\(scratch.path)/\(name)", [7])

    let listed = try #require(try files.list(scratch.path).first)
    try files.rename("\(scratch.path)/\(listed)", to: "\(scratch.path)/b", .keepingExisting)

    #expect(try files.read("\(scratch.path)/b") == [7])
  }

  @Test func `an exclusive rename does not replace a file`() throws {
    try files.create("\(scratch.path)/a", [1])
    try files.create("\(scratch.path)/b", [2])

    let error = #expect(throws: FileSystemError.self) {
      try files.rename("\(scratch.path)/a", to: "\(scratch.path)/b", .keepingExisting)
    }

    #expect(error?.isExisting ?? false)
    #expect(try files.read("\(scratch.path)/b") == [2])
    #expect(try files.read("\(scratch.path)/a") == [1])
  }

  @Test func `a held lock is not available`() throws {
    let path = "\(scratch.path)/lock"
    let held = try #require(try files.lock(path, .exclusive))
    #expect(try files.lock(path, .sharedIfFree) == nil)

    held.share()
    #expect(try files.lock(path, .sharedIfFree) != nil)
    #expect(try files.lock(path, .exclusiveIfFree) == nil)
    held.release()

    #expect(try files.lock(path, .exclusiveIfFree) != nil)
  }

  @Test func `a released lock is available while another process has its descriptor`() throws {
    let path = "\(scratch.path)/lock"
    var held = try files.lock(path, .exclusive)
    #expect(held != nil)
    // As in a process during its start.
    let copies = (3..<4096).filter { Self.isFile($0, at: path) }.map { dup(Int32($0)) }
    defer { for copy in copies { _ = close(copy) } }
    #expect(copies.count == 1)

    held = nil

    #expect(try files.lock(path, .exclusiveIfFree) != nil)
  }

  private static func isFile(_ descriptor: Int, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return unsafe fstat(Int32(descriptor), &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}
