// What is left of a session that was purged: that it was there, when, and why it is gone. Nothing in
// it tells whose it was.

package import VoiceTypes

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

  /// The session of the tombstone at a path from the store's folder; nil for any other file.
  static func session(named name: String) -> SessionID? {
    guard name.hasPrefix("tombstones/"), name.hasSuffix(".json") else { return nil }
    return SessionID(String(name.dropFirst("tombstones/".count).dropLast(".json".count)))
  }

  var json: JSONValue { Self.shape.json(of: self) }

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
    self = try Self.shape.read(bytes, file: file, by: .tombstone)
  }
}

extension Tombstone: Shaped {
  package static let shape = Shape<Tombstone> {
    Derived(schema: schema)
    Field("session_id", \.session, .sessionID)
    Field("created_at", \.createdAt, .orNull(.time))
    Field("purged_at", \.purgedAt, .time)
    Field("reason", \.reason, .anyText)
    Field("last_seq", \.lastLine.sequence, .count)
    Field("last_head", \.lastLine.hash, .hash)
  } make: { session, created, purged, reason, sequence, hash in
    Tombstone(
      of: session, createdAt: created, purged: (purged, reason),
      lastLine: AuditHead(sequence: sequence, hash: hash, length: 0))
  }
}
