/// What is left of a session that was purged.
package struct Tombstone: Sendable, Equatable {
  /// The path of a tombstone from the store's folder.
  static func name(of session: SessionID) -> String { "tombstones/\(session.text).json" }
}
