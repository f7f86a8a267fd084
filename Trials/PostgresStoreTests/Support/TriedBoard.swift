// The boards that the contract is tried on.

import Foundation
import JobRunner
import PostgresStore
import RecordStore
import TestSupport
import VoicePipeline
import VoiceTypes

/// A kind of board.
enum BoardKind: String, CaseIterable {
  case memory
  case postgres
  /// Its sound in a folder beside the database.
  case postgresAndFolder
  /// What is put in is encrypted.
  case sealedPostgres

  /// Those that can be had here.
  static let here: [BoardKind] = {
    guard !PostgresServer.isInstalled else { return allCases }
    print("the contract of boards is tried in memory only: \(PostgresServer.reason)")
    return [.memory]
  }()

  /// That of the encrypted one.
  private static let key = StoreKeys(bytes: [UInt8](repeating: 7, count: 32))

  func make() throws -> TriedBoard {
    switch self {
    case .memory:
      let board = MemoryJobBoard()
      return TriedBoard(
        ingest: board, worker: board, other: board, documents: { board.documents(of: $0) },
        quarantined: { board.quarantined })
    case .postgres: return try TriedBoard(.shared())
    case .postgresAndFolder:
      return try TriedBoard(.shared(), sound: FolderSound(TemporaryFolder().path))
    case .sealedPostgres: return try TriedBoard(.shared(), keys: Self.key)
    }
  }
}

/// A board as those who put recordings in, as a worker, and as another one see it.
struct TriedBoard: Sendable {
  let ingest: any JobBoard
  let worker: any JobBoard
  let other: any JobBoard
  let documents: @Sendable (SessionID) throws -> [Tier: [UInt8]]
  let quarantined: @Sendable () throws -> Int

  static let maker = DocumentMaker(
    engine: SoftwareVersion.current, settingsSHA256: String(repeating: "ab", count: 32))

  /// Puts a recording on the board whose bytes are those of a text.
  @discardableResult
  func put(
    _ text: String, tenant: String = "clinic-a", user: UserHash? = nil, tiers: [Tier] = [.quick],
    priority: Int = 0, attempts: Int = 5
  ) throws -> BoardReceipt {
    var submission = BoardSubmission(
      tenant: tenant, user: user, name: "\(text).wav", bytes: Array(text.utf8),
      wanted: Dictionary(uniqueKeysWithValues: tiers.map { ($0, Self.maker) }))
    (submission.priority, submission.mostAttempts) = (priority, attempts)
    return try ingest.enqueue(submission)
  }

  /// A job with a document.
  static func finished(_ job: ClaimedJob, _ document: String = "{}\n") -> FinishedJob {
    FinishedJob(job, document: Array(document.utf8), by: maker)
  }
}

extension TriedBoard {
  /// The board of a database of its own.
  init(
    _ server: PostgresServer, sound: any SoundStore = DatabaseSound(), keys: StoreKeys? = nil
  ) throws {
    let database = try server.freshDatabase()
    let look = try server.connection(to: database)
    if let keys { _ = try BoardForm.seal(look, with: keys, at: SystemClock().now()) }
    let form = try BoardForm.of(look, with: keys)
    func board(as role: DatabaseRole) -> PostgresBoard {
      PostgresBoard(
        server.pool(to: database, as: role), sound: sound, form: form, sweepingEvery: .zero)
    }
    self.init(
      ingest: board(as: .ingest), worker: board(as: .worker), other: board(as: .worker),
      documents: { session in
        let owner = try look.run(
          "select tenant::text from sagevoice.session where id = $1::text::uuid",
          [.text(session.text)])
        guard let tenant = try owner.first?.text(0) else { return [:] }
        var results = BoardResults(look, of: tenant, session: session, form: form)
        let found = try results.next().map { try results.opened($0) }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.tier, $0.bytes) })
      },
      quarantined: {
        try look.run("select count(*) from sagevoice.job where state = 3").first?.int(0) ?? 0
      })
  }
}

/// A folder of the tests' own, which goes with the machine's temporary files.
struct TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("sagevoice-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }
}
