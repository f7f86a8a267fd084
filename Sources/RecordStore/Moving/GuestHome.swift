// What a store that guests go over to does for them beyond what it does for any other store: sessions and people
// come by the one way by which they come from anywhere (PassingStore.take).

/// A store that guests of another one go over to, which knows people and recordings by the same hashes.
package protocol GuestHome: ServedStore {
  /// Has be of a session that was taken in what is no part of its history: what was put away of it is there, and
  /// what was taken out of it since it came is there no more. May be done again.
  /// - Returns: SHA-256 of all that was put away of it, as hexadecimal digits.
  func complete(
    _ session: SessionID, putAway: [PutAwayFile], without gone: Set<SessionDocument>
  ) throws(StoreError) -> Set<String>
}

/// A file that could not be used, on its way to another store.
package struct PutAwayFile: Sendable {
  /// What was said of it.
  package let report: FailureReport

  /// Its bytes as they were found.
  package let bytes: [UInt8]
}
