// Migration of stores that earlier versions wrote.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// A copy of a stored store.
private struct OldFolder {
  static let files = POSIXFileSystem()

  let scratch: Scratch
  let source: String
  let kind: StoreKind
  var root: String { scratch.store }

  init(_ name: String) throws {
    scratch = try Scratch()
    source = Repository.fixtures.appendingPathComponent("stores/\(name)").path
    kind = name.hasPrefix("sealed") ? .encrypted : .open
    try FileManager.default.copyItem(atPath: source, toPath: scratch.store)
    try Self.makePrivate(root)
  }

  /// Sets the modes of the store. Git keeps one bit of them.
  private static func makePrivate(_ path: String) throws {
    try files.makePrivate(path)
    guard try files.facts(of: path)?.kind == .folder else { return }
    for name in try files.list(path) { try makePrivate("\(path)/\(name)") }
  }

  func options(_ files: any FileSystem = Self.files) -> StoreOptions {
    SessionLife(root, kind, files).options()
  }

  @discardableResult
  func migrate(_ files: any FileSystem = Self.files) throws -> StoreMigrationReport? {
    try StoreMigration.run(root: root, options: options(files))
  }

  func open() throws -> RecordStore { try RecordStore(at: root, options()) }

  func migrated() throws -> RecordStore {
    try migrate()
    return try open()
  }

  /// The old files.
  var originals: [String: [UInt8]] { get throws { try Scratch.tree(source) } }

  func replace(_ name: String, _ change: ([UInt8]) -> [UInt8]) throws {
    let path = "\(root)/\(name)"
    try Self.files.replace(path, with: change(Self.files.read(path)), durability: .eventual)
  }

  /// Expects the documents and the history of every old session in the new store.
  func expectAll(_ store: RecordStore, _ context: Comment = "") throws {
    let old = try OldStore(at: source, keys: kind.key, Self.files)
    let ids = try old.sessions()
    #expect(try store.sessions(toSync: nil) == ids.sorted(), context)
    for id in ids {
      let copy = try #require(try old.session(id))
      let found = try store.read { rows in try rows.copy(of: id) }
      #expect(found.documents == copy.documents, context)
      #expect(Array(found.entries.dropLast()) == copy.entries, context)
    }
    #expect(try store.check() == [], context)
    let backup = try Scratch.tree("\(root)/\(StoreMigration.backup)")
    #expect(try originals.filter { backup[$0.key] != $0.value }.map(\.key) == [], context)
  }
}

extension SessionLife {
  fileprivate init(_ root: String, _ kind: StoreKind, _ files: any FileSystem) {
    self.init(root, kind)
    fileSystem = files
  }
}

@Suite struct StoredStoreTests {
  private static let all = ["version-1", "sealed-1", "plain-0.24", "sealed-0.24"]
  private static let recent = ["plain-0.24", "sealed-0.24"]
  private static let anna = "anna@example.org"

  @Test(arguments: all)
  func `migration keeps documents, histories and a copy of the old files`(name: String) throws {
    let old = try OldFolder(name)

    try old.expectAll(old.migrated())
  }

  @Test(arguments: ["version-1", "plain-0.24"])
  func `the documents of a plain store equal the old files`(name: String) throws {
    let old = try OldFolder(name)

    let store = try old.migrated()

    for (path, bytes) in try old.originals where path.hasPrefix("sessions/") {
      let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
      let id = try #require(SessionID(parts[1]))
      guard let document = SessionDocument(name: parts[2]) else { continue }
      #expect(try store.session(id).read(document) == bytes, "\(path)")
      #expect(try OldFolder.files.read("\(old.root)/\(path)") == bytes, "\(path)")
    }
  }

  /// Measures that are newer than the stores. Their reasons differ from those of the sample.
  private static let newMeasures: Set = [
    "phonation.maximum_phonation_time_s", "voice_quality.sound_pressure_level_db",
  ]

  private static func document(_ bytes: [UInt8]?) throws -> JSONValue {
    let json = try ResultsDocument(json: JSONValue.parse(try #require(bytes))).json
    guard case .object(let members) = json else { return json }
    return .object(
      members.map { member in
        guard member.key == "unavailable" else { return member }
        let reasons = member.value.elements.filter { reason in
          !newMeasures.contains(reason["measure"]?.stringValue ?? "")
        }
        return JSONValue.Member(member.key, .array(reasons))
      })
  }

  @Test(arguments: recent)
  func `a migrated session equals the recording that was filed`(name: String) throws {
    let old = try OldFolder(name)
    let life = SessionLife(old.root, old.kind)

    let store = try old.migrated()

    let session = try store.session(life.id)
    #expect(try session.header()?.recording == life.recording)
    #expect(try session.header()?.createdAt == life.clock.now())
    #expect(try session.state()?.state == .filed)
    #expect(try session.read(.audio) == life.audio)
    // The sample has members that the version of the store did not write.
    let computed = try [session.read(.computed), life.computed].map(Self.document)
    #expect(computed[0] == computed[1])
    #expect(try store.sessions(of: store.userHash(of: Self.anna)) == [life.id])
    let entries = try store.read { rows in try rows.copy(of: life.id) }.entries
    #expect(
      entries.prefix(5).map(\.action) == ["claimed", "analysed", "analysed", "archived", "state"])
    #expect(Set(entries.prefix(5).map(\.actor)) == ["test"])
  }

  @Test(arguments: recent)
  func `migration keeps people, baselines and quarantined files`(name: String) throws {
    let old = try OldFolder(name)

    let report = try #require(try old.migrate())
    let store = try old.open()

    let user = store.userHash(of: Self.anna)
    #expect(try store.person(for: user)?.number == 2)
    #expect(try store.person(for: user)?.decoded() == TestPerson.person(Self.anna, age: 35))
    #expect(try store.baselines(for: user).map(\.number) == [1])
    #expect(try store.alerts(for: user).compactMap(\.acknowledged?.note).count == 2)
    #expect(try store.read(.journey, of: user) == ["step": "MARKSTEP 2"])
    #expect(try store.read(.progress, of: user) == ["sessions": 1])
    #expect(try store.failures().map(\.bytes).sorted { $0[2] < $1[2] } == [[1, 2, 3], [1, 2, 4]])
    #expect(try Set(store.failures().map(\.report.session)) == [nil, Self.session(1)])
    #expect(Set(try store.strandedReports().map(\.path)) == ["/in/left.wav", "/in/unreadable.wav"])
    #expect(try store.status() == Array("{}\n".utf8))
    #expect(report == StoreMigrationReport(sessions: 3, unexplained: []))
  }

  @Test(arguments: recent)
  func `a guest who was linked to an account stays linked`(name: String) throws {
    let old = try OldFolder(name)
    let store = try old.migrated()
    let guest = "guest-aaaaaaaa-bbbb-4ccc-8ddd-00000000000a"

    #expect(try store.adopt(guest: guest, user: "carla@example.org") == [Self.session(5)])
    #expect(throws: StoreError.adoptedByAnother) {
      try store.adopt(guest: guest, user: Self.anna)
    }
  }

  @Test(arguments: recent)
  func `purged sessions and erased people stay purged`(name: String) throws {
    let old = try OldFolder(name)
    let store = try old.migrated()

    #expect(try store.wasPurged(Self.session(2)))
    for number in [2, 4] {
      #expect(throws: StoreError.purged(Self.session(number))) {
        try store.session(Self.session(number))
      }
    }
    let copy = try store.read { rows in try rows.copy(of: Self.session(1)) }
    let again = SessionSnapshot(of: Self.session(4), copy.documents, copy.entries)
    #expect(try store.merge(again, of: nil) == .erased)
    let other = SessionSnapshot(of: Self.session(6), copy.documents, copy.entries)
    #expect(try store.merge(other, of: "bob@example.org") == .erased)
    #expect(try store.merge(other, of: "dora@example.org") == .new)
  }

  @Test(arguments: recent)
  func `migration keeps the history of the store and announced ends of retention`(
    name: String
  ) throws {
    let old = try OldFolder(name)
    let store = try old.migrated()
    let notices = try store.read { rows in
      try rows.run(
        "select session, what, is_untold from retention_notice where tenant = $1 order by session")
    }

    let lines = try store.tenantLines()
    #expect(lines.contains { $0.action == "exported" && $0.field?.hasSuffix("0001") == true })
    #expect(lines.filter { $0.action == "purged" }.count == 2)
    #expect(!lines.contains { $0.action == "anchored" })
    #expect(
      try notices.map { "\(try $0.text(0).suffix(1)) \(try $0.text(1)) \(try $0.bool(2))" } == [
        "1 session false", "2 session true", "3 audio false",
      ])
  }

  @Test func `a migrated store with the key as its secret continues with a new key`() throws {
    let old = try OldFolder("sealed-1")
    try old.migrate()
    let keys = StoreKeys(
      first: try #require(StoreKey([UInt8](repeating: 8, count: 32), named: "new")),
      others: StoreKind.encrypted.key?.all ?? [])

    var options = old.options()
    options.keys = keys
    let store = try RecordStore(at: old.root, options)
    _ = try store.rekey()

    try old.expectAll(store)
    #expect(try Set(store.failures().map(\.report.name)) == ["bad.wav", "bad.json"])
    #expect(try store.baseline(for: store.userHash(of: Self.anna))?.number == 1)
  }

  @Test func `an encrypted store has no old file outside the copy after migration`() throws {
    let old = try OldFolder("sealed-0.24")
    let store = try old.migrated()

    let left = try Scratch.tree(old.root).keys.filter { !$0.hasPrefix(StoreMigration.backup) }
    let audio = try store.sessionIDs().filter { try store.session($0).read(.audio) != nil }
      .map { "sessions/\($0.text)/artifacts/audio.wav" }
    let others = left.filter { !$0.hasPrefix("store.sqlite") && $0 != "files.lock" }
    #expect(Set(others) == Set(audio))
  }

  @Test func `a file without a report is in the copy only`() throws {
    let old = try OldFolder("plain-0.24")
    try OldFolder.files.create("\(old.root)/failed/note.txt", [1])

    #expect(try old.migrate()?.unexplained == ["failed/note.txt"])

    #expect(try OldFolder.files.read("\(old.root)/before-sql/failed/note.txt") == [1])
  }

  @Test func `the copy of a plain store shares its audio files`() throws {
    let old = try OldFolder("plain-0.24")
    let audio = "sessions/\(Self.session(1).text)/artifacts/audio.wav"

    try old.migrate()

    let copied = try OldFolder.files.facts(of: "\(old.root)/before-sql/\(audio)")
    #expect(try OldFolder.files.facts(of: "\(old.root)/\(audio)")?.inode == copied?.inode)
  }

  // MARK: - Refusals

  @Test func `a wrong, missing or unneeded key is refused and nothing changes`() throws {
    let wrong = StoreKeys(bytes: [UInt8](repeating: 9, count: 32))
    let cases: [(String, StoreKeys?, StoreError)] = [
      ("sealed-0.24", wrong, .wrongKey), ("sealed-1", wrong, .wrongKey),
      ("sealed-1", nil, .keyNeeded), ("plain-0.24", wrong, .notEncrypted),
    ]
    for (name, keys, error) in cases {
      let old = try OldFolder(name)
      var options = old.options()
      options.keys = keys

      #expect(throws: error) { try StoreMigration.run(root: old.root, options: options) }

      var files = try Scratch.tree(old.root)
      files["writers.lock"] = nil
      #expect(try files == old.originals)
    }
  }

  @Test func `a store that another program has open is refused`() throws {
    let old = try OldFolder("version-1")
    let lock = try OldFolder.files.lock("\(old.root)/writers.lock", .shared)

    #expect(throws: StoreError.self) { try old.migrate() }

    lock?.release()
    #expect(try old.migrate()?.sessions == 2)
  }

  @Test(arguments: [
    "sessions/aaaaaaaa-bbbb-4ccc-8ddd-000000000001/quick.json",
    "sessions/aaaaaaaa-bbbb-4ccc-8ddd-000000000001/audit.log", "audit.log", "failed/x.wav",
    "tombstones/aaaaaaaa-bbbb-4ccc-8ddd-000000000002.json",
  ])
  func `a changed file stops the migration with advice`(name: String) throws {
    let old = try OldFolder("plain-0.24")
    try old.replace(name) { [$0[0] ^ 1] + $0.dropFirst() }

    let error = #expect(throws: StoreError.self) { try old.migrate() }

    #expect(error?.description.contains("0.24") == true)
    #expect(try OldFolder.files.facts(of: "\(old.root)/store.json") != nil)
    for name in ["store.sqlite", "store.new", "before-sql"] {
      #expect(try OldFolder.files.facts(of: "\(old.root)/\(name)") == nil)
    }
  }

  @Test(arguments: ["person=", "adopted=", "failed="])
  func `an interrupted change of people or files stops the migration`(mark: String) throws {
    let old = try OldFolder("version-1")
    try OldFolder.files.makeFolder("\(old.root)/staging")
    try OldFolder.files.create("\(old.root)/staging/\(mark)x", [])

    let error = #expect(throws: StoreError.self) { try old.migrate() }

    #expect(error?.description.contains("0.24") == true)
  }

  // MARK: - Interruptions

  @Test func `a commit that a crash interrupted after its line is migrated`() throws {
    let old = try OldFolder("plain-0.24")
    let (files, id) = (OldFolder.files, Self.session(3))
    let folder = "\(old.root)/sessions/\(id.text)"
    let state = try files.read("\(folder)/state.json")
    let staged = StagedName(
      owner: id.text, name: "state.json", sha256: StoreSecrets.sha256(of: state))
    try files.makeFolder("\(old.root)/staging")
    try files.create("\(old.root)/staging/\(staged.text)", state)
    // A file of an earlier state, an incomplete next line, and a file of a change without a line.
    try old.replace("sessions/\(id.text)/state.json") { Array($0.dropLast(3)) }
    try files.append(Array("{\"schema\"".utf8), to: "\(folder)/audit.log")
    try files.create("\(old.root)/staging/\(id.text)=\(staged.sha256)=71", [1])
    // The last lines of the store, from the anchor of that commit on, are missing.
    try old.replace("audit.log") { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      let last = lines.lastIndex { String(decoding: $0, as: UTF8.self).contains(id.text) }
      return Array(lines[..<(last ?? 0)].joined(separator: [UInt8(ascii: "\n")])) + [0x0A]
    }

    let store = try old.migrated()

    #expect(try store.session(id).read(.state) == state)
    #expect(try store.check() == [])
    let entries = try store.read { rows in try rows.copy(of: id) }.entries
    #expect(entries.dropLast().last?.action == "stranded")
  }

  @Test(arguments: recent)
  func `the migration continues after a kill at any step`(name: String) throws {
    let first = try OldFolder(name)
    let counting = FaultyFileSystem()
    try first.migrate(counting)
    for step in stride(from: 1, through: counting.steps, by: Steps.every(41)) {
      let old = try OldFolder(name)
      let faulty = FaultyFileSystem()
      faulty.plan = .die(step: step)
      let context: Comment = "step \(step): \(counting.names[step - 1])"

      #expect(throws: StoreError.self, context) { try old.migrate(faulty) }
      #expect(RecordStore.isStore(old.root, OldFolder.files), context)
      let files = try Scratch.tree(old.root)
      if files["store.json"] != nil {
        #expect(files["store.sqlite"] == nil, context)
        #expect(try old.originals.filter { files[$0.key] != $0.value }.isEmpty, context)
      }

      try old.expectAll(old.migrated(), context)
      let folders = try OldFolder.files.list(old.root).filter { !$0.contains(".") }
      let copies = old.kind == .open ? ["baselines", "failed", "people"] : []
      #expect(Set(folders) == Set(["before-sql", "sessions"] + copies), context)
    }
  }

  @Test func `retention purges sessions of a migrated store`() throws {
    let folder = try OldFolder("plain-0.24")
    let store = try folder.migrated()
    let sessions = try Set(store.sessions(toSync: nil))
    let retention = Retention(guestDays: nil, everyoneDays: 0, graceDays: 0)
    var news: [RetentionEvent] = []

    for _ in 1...2 { try store.enforce(retention) { news.append($0) } }

    // The purge of session 2 was not published by the former version.
    #expect(Set(news.compactMap(\.purgedSession)) == sessions.union([Self.session(2)]))
    #expect(try store.sessions(toSync: nil).isEmpty)
  }

  @Test func `a second run, and a run without an old store, change nothing`() throws {
    let old = try OldFolder("plain-0.24")
    try old.migrate()
    let files = try Scratch.tree(old.root)

    #expect(try old.migrate() == nil)

    #expect(try Scratch.tree(old.root) == files)
    let empty = try Scratch()
    #expect(try StoreMigration.run(root: empty.path, options: old.options()) == nil)
    #expect(try OldFolder.files.list(empty.path) == [])
  }

  private static func session(_ number: Int) -> SessionID { SessionLife("", number: number).id }
}

extension RetentionEvent {
  fileprivate var purgedSession: SessionID? {
    if case .purged(let session) = self { session } else { nil }
  }
}
