// People in a store of folders: what the log says of them, what verification finds, and what is left of
// somebody who is gone.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class PeopleStoreTests {
  private let files = POSIXFileSystem()
  private let anna = "anna@example.org"
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A store with a session of a person, and something of everything that is kept of them.
  private func filled(_ kind: StoreKind = .open) throws -> SessionLife {
    var life = SessionLife(scratch.store, kind)
    life.userID = anna
    try life.live(in: life.open())
    try Told.keep(anna, in: life.open())
    return life
  }

  /// The bytes of all files of the store by their paths.
  private func tree(_ folder: String = "") throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in try files.list(scratch.store + folder) {
      let path = "\(folder)/\(name)"
      if try files.facts(of: scratch.store + path)?.kind == .folder {
        found.merge(try tree(path)) { $1 }
      } else {
        found[path] = try files.read(scratch.store + path)
      }
    }
    return found
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - The log

  @Test(arguments: StoreKind.allCases)
  func `the log says which members of a person changed, and of their values hashes only`(
    kind: StoreKind
  ) throws {
    let life = try filled(kind)
    let store = try life.open(.reading)

    let lines = try store.storeLog().lines.filter { $0.entry.action == "person_kept" }

    #expect(lines.count == 2)
    let first = try #require(lines.first?.entry)
    #expect(
      first.field
        == "user_id age gender_identity diagnosed_conditions device_model identifiers operator "
        + "consent other")
    #expect(first.old == nil && first.new?.split(separator: " ").count == 9)
    let second = try #require(lines.last?.entry)
    #expect(second.field == "age")
    for value in [second.old, second.new] { #expect(value.map(Hex.isSHA256) == true) }
    #expect(second.old != second.new)
    // Not the hash of the age alone: there are few ages.
    let plain = ["35", "age 35"].map { store.secrets.keyedHash(of: $0, for: .auditValue) }
    #expect(!plain.contains(second.new ?? ""))
  }

  @Test func `no log of a plain store has a word of what was told or noted`() throws {
    _ = try filled()

    for (path, bytes) in try tree() where path.hasSuffix("audit.log") {
      let log = text(bytes)
      for word in Told.words + [anna] { #expect(!log.contains(word), "\(path): \(word)") }
    }
  }

  // MARK: - Verification

  @Test(arguments: ["1.json", "2.json", "alerts.json", "journey.json", "progress.json"])
  func `a file of a person that is changed, missing or put there is found`(name: String) throws {
    let life = try filled()
    let user = try life.open(.reading).userHash(of: anna)
    let path = "\(scratch.store)/people/\(user.text)/\(name)"
    let bytes = try files.read(path)
    func findings() throws -> [Finding] { try life.open(.reading).verify().findings }
    #expect(try findings() == [])

    try files.removeFile(path)
    #expect(try findings().map(\.kind) == [.tampered])
    try files.create(path, bytes + [UInt8(ascii: " ")])
    #expect(try findings().map(\.kind) == [.tampered])
    try files.removeFile(path)
    try files.create(path, bytes)
    try files.create(path + ".json", bytes)

    #expect(try findings().map(\.file) == ["people/\(user.text)/\(name).json"])
  }

  @Test func `what is kept of people cannot be read without the key`() throws {
    let life = try filled(.encrypted)
    let user = try life.open(.reading).userHash(of: anna)

    for (path, bytes) in try tree() where path.hasPrefix("/people/\(user.text)/") {
      #expect(SealedHead.begins(bytes), "\(path)")
    }
    #expect(try files.list("\(scratch.store)/people/\(user.text)").count == 5)
  }

  @Test func `a log that was emptied is not begun anew beside people`() throws {
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try store.keepJourney(["step": 1], for: store.userHash(of: anna))
    try files.truncate("\(scratch.store)/audit.log", to: 0)

    #expect(throws: StoreError.self) { try life.open() }
  }

  // MARK: - Gone

  @Test(arguments: StoreKind.allCases)
  func `nothing of somebody who was erased is in any file of the store`(kind: StoreKind) throws {
    let life = try filled(kind)
    let before = try tree().values.map(text).joined()
    if kind == .open {
      for word in Told.words + [anna] { #expect(before.contains(word), "\(word)") }
    }
    let store = try life.open()
    // As a program leaves them that dies between a document and its name.
    let staged = Array("{\"MARKSTEP\": \"\(anna)\"}".utf8)
    let name = StagedName(owner: "store", name: "people/x/journey.json", sha256: "0").text
    for name in [name, "store=part=0123"] {
      try files.create("\(scratch.store)/staging/\(name)", staged)
    }

    _ = try store.erase(user: anna, reason: "asked for", .forGood)

    for (path, bytes) in try tree() {
      let found = text(bytes)
      for word in Told.words + [anna] { #expect(!found.contains(word), "\(path): \(word)") }
    }
    #expect(try store.people() == [] && store.baselineNames() == [])
    #expect(try store.verify().findings == [])
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a purge of all takes people who never had a session, too`() throws {
    let life = try filled()
    let store = try life.open()
    try Told.keep("eve", in: store)

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try store.people() == [])
    #expect(try store.verify().findings == [])
  }

  @Test func `a mark that names no person takes nothing away`() throws {
    let life = try filled()
    for mark in ["person=..", "person=", "person=x/y".replacing("/", with: "-")] {
      try files.create("\(scratch.store)/staging/\(mark)", [])
    }

    let store = try life.open()

    #expect(try store.person(for: store.userHash(of: anna)) != nil)
    #expect(try store.existingSession(life.id) != nil)
    #expect(try files.list("\(scratch.store)/staging") == [])
    #expect(try store.verify().findings == [])
  }
}
