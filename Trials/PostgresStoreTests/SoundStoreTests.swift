// What every place for sound promises, tried on each; and what a folder does besides.

import Foundation
import JobRunner
import Logging
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

/// Where sound lies.
enum SoundKind: String, CaseIterable {
  case database, folder
}

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct SoundStoreTests {
  private let server: PostgresServer
  private let database: String
  private let all: PostgresConnection
  private let folder: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
    all = try server.connection(to: database)
    folder = try TemporaryFolder().path
  }

  private func store(_ kind: SoundKind) -> any SoundStore {
    kind == .database ? DatabaseSound() : FolderSound(folder)
  }

  private static func name(_ text: String, of tenant: String = "a") -> SoundName {
    SoundName(tenant: tenant, sha256: Fingerprint.sha256(of: Array(text.utf8)))
  }

  private func keep(_ text: String, of tenant: String = "a", in store: any SoundStore) throws {
    let ingest = try server.connection(to: database, as: "login_ingest")
    try ingest.transaction(of: tenant) { () throws(SQLError) in
      do {
        try store.keep(Array(text.utf8), as: Self.name(text, of: tenant), in: ingest)
      } catch {
        Issue.record(error)
      }
    }
  }

  private func put(_ text: String, in store: any SoundStore) throws -> SessionID {
    try PostgresBoard(server.pool(to: database, as: .ingest), sound: store).enqueue(
      BoardSubmission(
        tenant: "a", name: "a.wav", bytes: Array(text.utf8), wanted: [.quick: TriedBoard.maker])
    ).session
  }

  /// The files of the folder, by their paths from there.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.utf8.count > 60 }
  }

  @Test(arguments: SoundKind.allCases)
  func `sound comes back as it was kept, for whom it is`(kind: SoundKind) throws {
    let store = store(kind)
    try keep("one", in: store)
    try keep("one", in: store)
    let worker = try server.connection(to: database, as: "login_worker")

    #expect(try store.bytes(of: Self.name("one"), in: worker) == Array("one".utf8))
    #expect(try store.bytes(of: Self.name("two"), in: worker) == nil)
    #expect(try store.bytes(of: Self.name("one", of: "b"), in: worker) == nil)
  }

  @Test(arguments: SoundKind.allCases)
  func `sound goes when the last session that names it went`(kind: SoundKind) throws {
    let store = store(kind)
    let sessions = try ["one", "two"].map { try put($0, in: store) }
    try keep("left", in: store)

    #expect(try store.removeUnnamed(in: all) == 1)
    try all.run("delete from sagevoice.job")
    try all.run("delete from sagevoice.audit")
    try all.run(
      "delete from sagevoice.session where id = $1::text::uuid", [.text(sessions[0].text)])
    #expect(try store.removeUnnamed(in: all) == 1)

    #expect(try store.bytes(of: Self.name("left"), in: all) == nil)
    #expect(try store.bytes(of: Self.name("one"), in: all) == nil)
    #expect(try store.bytes(of: Self.name("two"), in: all) == Array("two".utf8))
    #expect(try store.removeUnnamed(in: all) == 0)
  }

  @Test(arguments: SoundKind.allCases)
  func `what is put in while others tidy is never without its sound`(kind: SoundKind) async throws {
    let store = store(kind)
    let tidied = Task {
      for _ in 0..<40 { _ = try store.removeUnnamed(in: all) }
    }
    for number in 0..<40 { _ = try put("\(number)", in: store) }
    try await tidied.value

    for number in 0..<40 {
      #expect(try store.bytes(of: Self.name("\(number)"), in: all) != nil, "\(number)")
    }
    #expect(try Contents.check(all, sound: store).problems == [])
  }

  @Test func `in a folder a file has its name when it is whole, and the database has nothing`()
    throws
  {
    _ = try put("one", in: store(.folder))

    let sha256 = Self.name("one").sha256
    #expect(try files() == ["a/\(sha256.prefix(2))/\(sha256)"])
    #expect(try all.run("select from sagevoice.audio").isEmpty)
  }

  @Test func `what came before there was a folder is found in the database`() throws {
    _ = try put("one", in: store(.database))

    #expect(try store(.folder).bytes(of: Self.name("one"), in: all) == Array("one".utf8))
    #expect(try Contents.check(all, sound: store(.folder)).problems == [])
  }

  @Test func `a folder that is not there is waited for, and is not taken for an empty one`() throws
  {
    let away = FolderSound(folder + "/not-mounted")

    let fault = #expect(throws: StoreError.self) { try put("one", in: away) }
    let reading = #expect(throws: SoundFault.self) {
      try away.bytes(of: Self.name("one"), in: all)
    }

    #expect(fault?.outlook == .passes)
    #expect(reading?.storeError.outlook == .passes)
    #expect(try all.run("select from sagevoice.session").isEmpty)
  }

  @Test func `a file that is not what was put in is told, and analysed by nobody`() throws {
    let session = try put("one", in: store(.folder))
    let path = try "\(folder)/\(#require(files().first))"
    try Data("two".utf8).write(to: URL(fileURLWithPath: path))

    let problems = try Contents.check(all, sound: store(.folder)).problems
    let board = PostgresBoard(
      server.pool(to: database, as: .worker), sound: store(.folder), sweepingEvery: .zero)
    var settings = WorkerSettings()
    settings.span = .untilDrained
    let totals = BoardWorker(
      board, named: "tests", environment: .ofThisMachine, settings: settings,
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    ).run()
    try FileManager.default.removeItem(atPath: path)

    #expect(problems == ["\(session.text): the recording was changed"])
    #expect(totals.delayed == 1 && totals.finished == 0)
    #expect(
      try Contents.check(all, sound: store(.folder)).problems
        == ["\(session.text): the recording is missing"])
  }

  @Test func `a setting says where sound lies, and whoever does not know of it cannot go on`()
    throws
  {
    #expect(try SoundPlace.of(all) == .database)

    try SoundPlace.folder(folder).set(all)
    let worker = try server.connection(to: database, as: "login_worker")

    #expect(try SoundPlace.of(worker) == .folder(folder))
    let earlier = Array(Migration.all.prefix { $0.name != "settings" })
    #expect(throws: MigrationError.self) { try Migrator.checkFit(all, with: earlier) }
    try SoundPlace.database.set(all)
    #expect(try SoundPlace.of(worker) == .database)
  }
}
