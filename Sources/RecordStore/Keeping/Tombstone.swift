// What is left of a session that was purged: that it was there, when, and why it is gone. Nothing in
// it tells whose it was.

internal import VoiceTypes

/// What is left of a session that was purged.
package struct Tombstone: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/tombstone/1"

  /// The session.
  package var session: SessionID

  /// When the session was made, as far as that is known.
  package var createdAt: StoreTime?

  /// When it was purged.
  package var purgedAt: StoreTime

  /// Why.
  package var reason: String

  /// The number of the last line of its log, and that line's hash.
  package var lastLine: (sequence: Int, hash: String)

  /// Whether two tombstones say the same.
  package static func == (first: Tombstone, second: Tombstone) -> Bool {
    first.json == second.json
  }

  /// The path of a tombstone from the store's folder.
  static func name(of session: SessionID) -> String { "tombstones/\(session.text).json" }

  var json: JSONValue {
    [
      "schema": .string(Self.schema), "session_id": .string(session.text),
      "created_at": .optional(createdAt?.text), "purged_at": .string(purgedAt.text),
      "reason": .string(reason), "last_seq": .int(lastLine.sequence),
      "last_head": .string(lastLine.hash),
    ]
  }

  init(
    of session: SessionID, createdAt: StoreTime?, purged: (at: StoreTime, reason: String),
    lastLine: AuditHead
  ) {
    self.session = session
    self.createdAt = createdAt
    purgedAt = purged.at
    reason = purged.reason
    self.lastLine = (lastLine.sequence, lastLine.hash)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let place = try Migrations.tombstone.current(DocumentPlace(parsing: bytes, file: file))
    session = try place.member("session_id").sessionID()
    createdAt = try place.member("created_at").optional { place throws(StoreError) in
      try place.time()
    }
    purgedAt = try place.member("purged_at").time()
    reason = try place.member("reason").text()
    lastLine = (try place.member("last_seq").whole(), try place.member("last_head").hash())
  }
}
