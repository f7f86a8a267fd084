import Glibc
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct OpeningTests {
  private let files = POSIXFileSystem()

  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    try files.removeFile(path)
    try files.create(path, bytes)
  }

  @Test func `a store of a later version is refused`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    _ = try life.open()
    let path = "\(scratch.store)/store.json"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    try overwrite(path, Array(text.replacing("sagevoice/store/1", with: "sagevoice/store/3").utf8))

    let error = #expect(throws: StoreError.self) { try life.open() }

    #expect(error?.description.contains("newer sagevoice") ?? false)
  }

  @Test func `a folder of other things is not made a store`() throws {
    let scratch = try Scratch()
    try files.makeFolder(scratch.store)
    try files.create("\(scratch.store)/thesis.txt", [1])

    #expect(throws: StoreError.self) { try SessionLife(scratch.store).open() }
    #expect(try files.list(scratch.store) == ["thesis.txt"])
  }

  @Test func `reading makes no store`() throws {
    let scratch = try Scratch()

    #expect(throws: StoreError.notAStore(path: scratch.store)) {
      try SessionLife(scratch.store).open(.reading)
    }
    #expect(try files.facts(of: scratch.store) == nil)
  }

  @Test func `a reader writes nothing`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let store = try life.open(.reading)

    #expect(throws: StoreError.readOnly) {
      try store.session(life.id).record(StateRecord(.failed))
    }
    #expect(throws: StoreError.readOnly) { try store.purge(.all, reason: "r", .forGood) }
  }

  @Test(arguments: ["audit.log", "sessions/ID/audit.log"])
  func `a torn last line is cut, and the log says so`(name: String) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let path = "\(scratch.store)/" + name.replacing("ID", with: life.id.text)
    try files.append(Array(#"{"schema":"sagevoice/audit/1","ts":"20"#.utf8), to: path)
    // A crash leaves what was to be said by the line.
    let staged = StagedName(
      owner: life.id.text, name: "state.json", sha256: String(repeating: "0", count: 64))
    if name != "audit.log" { try files.create("\(scratch.store)/staging/\(staged.text)", []) }
    #expect(try life.open(.reading).verify().findings.map(\.kind).allSatisfy { $0 == .unfinished })
    #expect(try !life.open(.reading).verify().findings.isEmpty)

    let store = try life.open()

    #expect(store.notices.contains { $0.contains("incomplete last line") })
    #expect(try life.open(.reading).verify().findings == [])
    #expect(String(decoding: try files.read(path), as: UTF8.self).contains("torn_line_cut"))
  }

  @Test func `zeros at the end of a log are a torn line`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let path = "\(scratch.store)/audit.log"
    try files.append([UInt8](repeating: 0, count: 300) + [0x0A], to: path)

    _ = try life.open()

    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a document of an earlier version passes every step since`() throws {
    let rename: Migrations.Step = { value in
      ["schema": value["schema"] ?? .null, "state": value["status"] ?? .null]
    }
    let shout: Migrations.Step = { value in
      guard case .string(let state)? = value["state"] else { return value }
      return ["schema": value["schema"] ?? .null, "state": .string(state.uppercased())]
    }
    let migrations = Migrations(name: "a/", steps: [rename, shout])
    let versions = [
      #"{"schema":"a/1","status":"filed"}"#, #"{"schema":"a/2","state":"filed"}"#,
      #"{"schema":"a/3","state":"FILED"}"#,
    ]

    for version in versions {
      let json = try StoredJSON.parse(Array(version.utf8), file: "f")
      #expect(try migrations.current(json, file: "f")["state"] == "FILED")
    }
    #expect(throws: StoreError.newerSchema(path: "f", found: "a/4", known: "a/3")) {
      try migrations.current(["schema": "a/4"], file: "f")
    }
  }

  @Test func `names that are not UTF-8 come back byte by byte`() throws {
    var seed: UInt64 = 88
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<(seed % 9) {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Half of the bytes from those that make stand-ins, which must come back as well.
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
    let scratch = try Scratch()
    let name = FileName.text(of: [0x47, 0xF6, 0xDF, 0x65])
    try files.create("\(scratch.path)/\(name)", [7])

    let listed = try #require(try files.list(scratch.path).first)
    try files.rename("\(scratch.path)/\(listed)", to: "\(scratch.path)/b", .keepingExisting)

    #expect(try files.read("\(scratch.path)/b") == [7])
  }

  @Test func `a renaming that keeps does not replace`() throws {
    let scratch = try Scratch()
    try files.create("\(scratch.path)/a", [1])
    try files.create("\(scratch.path)/b", [2])

    let error = #expect(throws: FileSystemError.self) {
      try files.rename("\(scratch.path)/a", to: "\(scratch.path)/b", .keepingExisting)
    }

    #expect(error?.isExisting ?? false)
    #expect(try files.read("\(scratch.path)/b") == [2])
    #expect(try files.read("\(scratch.path)/a") == [1])
  }

  @Test func `a lock that somebody holds is not free`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/lock"
    let held = try #require(try files.lock(path, .exclusive))
    #expect(try files.lock(path, .sharedIfFree) == nil)

    held.share()
    #expect(try files.lock(path, .sharedIfFree) != nil)
    #expect(try files.lock(path, .exclusiveIfFree) == nil)
    held.release()

    #expect(try files.lock(path, .exclusiveIfFree) != nil)
  }

  @Test func `a lock is free at once, whoever else has its descriptor`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/lock"
    var held = try files.lock(path, .exclusive)
    #expect(held != nil)
    // As in a process that is just being started.
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
