// In which form a board has what is put on it: as it is, or encrypted by keys that only the programs have. What was put in
// before there were keys stays as it is, and is read.

internal import JobRunner
package import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The form of a board's sound, names of files and documents.
package struct BoardForm: Sendable {
  /// The setting of the database that says of the keys.
  private static let setting = "board_keys"

  private let sealing: RowSealing?

  /// That of a board without keys.
  package static let plain = BoardForm(sealing: nil)

  private init(sealing: RowSealing?) { self.sealing = sealing }

  /// The form that a database asks for; fails where the keys are not its own.
  package static func of(
    _ connection: PostgresConnection, with keys: StoreKeys?
  ) throws(StoreError) -> BoardForm {
    guard let file = try file(connection) else {
      guard keys == nil else { throw .notEncrypted }
      return .plain
    }
    guard let keys else { throw .keyNeeded }
    return BoardForm(sealing: try RowSealing(file, keys))
  }

  /// What the database says of the keys; nil where nothing is encrypted.
  private static func file(_ connection: PostgresConnection) throws(StoreError) -> [UInt8]? {
    do throws(SQLError) {
      let rows = try connection.run(
        "select value from sagevoice.setting where name = $1", [.text(setting)])
      return try rows.first.map { row throws(SQLError) in Array(try row.text(0).utf8) }
    } catch {
      throw error.storeError
    }
  }

  /// Whether everything that is put in is encrypted.
  var isSealed: Bool { sealing != nil }

  // MARK: - Sound

  /// What sound is called whose bytes have the SHA-256 given.
  func name(ofSound sha256: String) -> String {
    sealing?.names.column(sha256, .sound) ?? sha256
  }

  /// Sound as it is kept.
  func kept(_ bytes: [UInt8], as name: SoundName) throws(StoreError) -> [UInt8] {
    try sealing?.seal(bytes, of: name.owner, "recording") ?? bytes
  }

  /// The recording that was kept under a name, held against that.
  func recording(
    _ bytes: [UInt8], keptAs name: SoundName, _ connection: PostgresConnection
  ) throws(StoreError) -> BoardSound {
    // Whatever they look like: these are what was put in where nothing is encrypted.
    if Fingerprint.sha256(of: bytes) == name.sha256 { return .found(bytes, sha256: name.sha256) }
    guard RowSealing.begins(bytes) else { return .changed }
    do throws(StoreError) {
      let opened = try opened(bytes, of: name.owner, "recording", connection)
      let sha256 = Fingerprint.sha256(of: opened)
      return self.name(ofSound: sha256) == name.sha256 ? .found(opened, sha256: sha256) : .changed
    } catch .damaged {
      return .changed
    }
  }

  // MARK: - Names and documents

  /// The name of a file as it is kept.
  func kept(_ text: String, of sound: SoundName) throws(StoreError) -> String {
    guard let sealing else { return text }
    return Hex.text(of: try sealing.seal(Array(text.utf8), of: sound.owner, "name"))
  }

  /// The name of a file that was kept.
  func name(
    _ text: String, of sound: SoundName, _ connection: PostgresConnection
  ) throws(StoreError) -> String {
    guard isSealed, let bytes = Hex.bytes(of: Array(text.utf8)), RowSealing.begins(bytes) else {
      return text
    }
    return String(decoding: try opened(bytes, of: sound.owner, "name", connection), as: UTF8.self)
  }

  /// A document as it is kept.
  func kept(_ job: FinishedJob) throws(StoreError) -> [UInt8] {
    try sealing?.seal(job.document, of: job.session.text, job.tier.rawValue) ?? job.document
  }

  /// A document that was kept.
  func document(
    _ bytes: [UInt8], of session: SessionID, _ tier: Tier, _ connection: PostgresConnection
  ) throws(StoreError) -> [UInt8] {
    guard RowSealing.begins(bytes) else { return bytes }
    return try opened(bytes, of: session.text, tier.rawValue, connection)
  }

  private func opened(
    _ bytes: [UInt8], of owner: String, _ name: String, _ connection: PostgresConnection
  ) throws(StoreError) -> [UInt8] {
    guard let sealing else { throw .keyNeeded }
    // The key may have been changed since.
    if !sealing.hasKey(of: bytes), let file = try Self.file(connection) { try sealing.follow(file) }
    return try sealing.open(bytes, of: owner, name)
  }
}

extension SoundName {
  /// Whose bytes of the name are, which their encryption holds them to.
  fileprivate var owner: String { "\(tenant)/\(sha256)" }
}

extension BoardForm {
  /// What became of the keys that a board was given.
  package enum KeyChange: Sendable {
    /// From now on what is put in is encrypted.
    case made
    /// The first of the keys took the place of the one before.
    case changed
    case none
  }

  /// Makes the first of the keys that of the board, and what is put in from now on encrypted.
  /// - Parameter connection: Of a login that is a member of the owners.
  package static func seal(
    _ connection: PostgresConnection, with keys: StoreKeys, at time: StoreTime
  ) throws(StoreError) -> KeyChange {
    var own: StoreError?
    do throws(SQLError) {
      return try connection.transaction { () throws(SQLError) in
        try connection.run("set local role sagevoice_owner")
        // Two that do this at a time do it one after the other.
        try connection.run("lock table sagevoice.setting in share row exclusive mode")
        do throws(StoreError) {
          return try change(connection, to: keys, at: time)
        } catch {
          own = error
          throw SQLError.unreadable("the keys of the job queue")
        }
      }
    } catch {
      throw own ?? error.storeError
    }
  }

  private static func change(
    _ connection: PostgresConnection, to keys: StoreKeys, at time: StoreTime
  ) throws(StoreError) -> KeyChange {
    let before = try file(connection)
    var after: [UInt8]?
    if let before {
      after = try RowSealing(before, keys).changed()
    } else {
      after = try RowSealing.newFile(for: keys, at: time)
    }
    guard let after else { return .none }
    do throws(SQLError) {
      try connection.run(
        """
        insert into sagevoice.setting (name, value) values ($1, $2)
        on conflict (name) do update set value = excluded.value
        """, [.text(setting), .text(String(decoding: after, as: UTF8.self))])
      // Whoever does not know of keys would find nothing that it can read.
      try connection.run(
        "update sagevoice.migration set needs = number where name = 'sealed-board'")
    } catch {
      throw error.storeError
    }
    return before == nil ? .made : .changed
  }
}
