// A store with read access for a group.

import Glibc
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.serialized) struct SharingTests {
  private let files = POSIXFileSystem()

  /// Groups that this process may set: its own, and any group for the superuser.
  static let groups: [UInt32] = {
    var found = [gid_t](repeating: 0, count: 64)
    // The system writes at most the given count.
    let count = unsafe getgroups(Int32(found.count), &found)
    let own = [getegid()] + found.prefix(max(0, Int(count)))
    return Array(Set(own + (geteuid() == 0 ? [65_533] : []))).sorted()
  }()

  private func open(
    _ life: SessionLife, _ group: UInt32? = nil, _ access: StoreAccess = .writing
  ) throws -> RecordStore {
    var options = StoreOptions(access, actor: "test", clock: life.clock)
    options.keys = life.kind.key
    options.group = group
    return try RecordStore(at: life.root, options)
  }

  private func live(_ life: SessionLife, in store: RecordStore, _ scratch: Scratch) throws {
    try life.live(in: store)
    try store.save(["a": 1], for: store.userHash(of: "u"), reason: "first")
    try store.quarantine(scratch.failed([1], "bad", of: life.id))
  }

  private func expectShared(_ root: String, with group: UInt32) throws {
    let paths = try [root] + Scratch.paths(below: root)
    #expect(paths.count > 8)
    for path in paths {
      let facts = try #require(try files.facts(of: path))
      #expect(facts.group == group, "\(path)")
      #expect(facts.permissions == (facts.kind == .folder ? 0o2750 : 0o640), "\(path)")
    }
  }

  private func expectPrivate(_ root: String) throws {
    for path in try [root] + Scratch.paths(below: root) {
      let facts = try #require(try files.facts(of: path))
      #expect(facts.permissions == (facts.kind == .folder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test(arguments: groups, [mode_t(0), 0o077])
  func `a store created for a group is readable for it, for any umask`(
    group: UInt32, mask: mode_t
  ) throws {
    let scratch = try Scratch()
    let former = umask(mask)
    defer { umask(former) }
    for kind in StoreKind.allCases {
      let life = SessionLife("\(scratch.store)-\(kind)", kind)
      let store = try open(life, group)

      try live(life, in: store, scratch)

      try expectShared(life.root, with: group)
      #expect(try store.verify(VerificationRequest()).findings == [])
    }
  }

  @Test func `an existing store is shared, and the log has one line`() throws {
    let scratch = try Scratch()
    let group = try #require(Self.groups.last)
    let life = SessionLife(scratch.store)
    try live(life, in: open(life), scratch)
    try expectPrivate(life.root)

    _ = try open(life, group)
    _ = try open(life, group)
    let store = try open(life)
    try SessionLife(scratch.store, number: 2).live(in: store)

    try expectShared(life.root, with: group)
    #expect(try store.tenantLines().count { $0.action == "shared" } == 1)
    #expect(try store.verify(VerificationRequest()).findings == [])
  }

  @Test func `opening for reading changes nothing, and without a group only the owner has access`()
    throws
  {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try live(life, in: open(life), scratch)

    _ = try open(life, Self.groups.last, .reading)
    try SessionLife(scratch.store, number: 2).live(in: open(life))

    try expectPrivate(life.root)
  }

  @Test func `removing the bits ends the sharing`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try live(life, in: open(life, Self.groups.last), scratch)

    for path in try [life.root] + Scratch.paths(below: life.root) {
      let isFolder = try files.facts(of: path)?.kind == .folder
      // Swift terminates the path with a zero.
      #expect(unsafe chmod(path, isFolder ? 0o700 : 0o600) == 0)
    }
    let store = try open(life)
    try SessionLife(scratch.store, number: 2).live(in: store)

    try expectPrivate(life.root)
    #expect(try store.verify(VerificationRequest()).findings == [])
  }

  @Test(arguments: [(groups.last, "state.json", mode_t(0o644)), (nil, "header.json", 0o640)])
  func `a file with access beyond the group, or for another group, is found`(
    group: UInt32?, ending: String, mode: mode_t
  ) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try open(life, group)
    try live(life, in: store, scratch)
    let path = try #require(Scratch.paths(below: life.root).first { $0.hasSuffix(ending) })

    // Swift terminates the path with a zero.
    #expect(unsafe chmod(path, mode) == 0)

    let kinds = try store.verify(VerificationRequest()).findings.map(\.kind)
    #expect(kinds == [.permissions])
  }

  @Test func `interrupted sharing is completed by a second call`() throws {
    let scratch = try Scratch()
    let group = try #require(Self.groups.last)
    let life = SessionLife(scratch.store)
    try live(life, in: open(life), scratch)
    // As after a crash: the database file is shared last.
    let database = StoreFolder.database(in: life.root)
    let shared = files.shared(with: group)
    for path in try Scratch.paths(below: life.root).prefix(10) where path != database {
      try shared.makePrivate(path)
    }

    _ = try open(life)
    #expect(try files.facts(of: database)?.permissions == 0o600)
    _ = try open(life, group)

    try expectShared(life.root, with: group)
  }
}
