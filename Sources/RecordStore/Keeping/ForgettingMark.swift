// Rows of purged sessions hold what a person was called. Taking a row out of the index leaves its bytes in
// free room and in the write-ahead log, so that a purge ends with files that are written anew. A program that
// comes to its end before that leaves a mark behind, and whoever opens the store next makes up for it.

internal import Synchronization
internal import VoiceTypes

/// An empty file in the staging folder: bytes of the row of this session may be in the files of the index.
struct ForgettingMark: Equatable {
  private static let kind = "forget"

  /// The session, which is purged or about to be.
  let session: SessionID

  var text: String { "\(Self.kind)=\(session.text)" }

  init(of session: SessionID) { self.session = session }

  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0] == Self.kind, let session = SessionID(parts[1]) else {
      return nil
    }
    self.init(of: session)
  }
}

extension RecordStore {
  /// Puts a mark there; durable with the next change that is staged.
  func stage(_ mark: ForgettingMark) throws(StoreError) {
    if try disk.facts(of: path(of: mark)) == nil { try disk.stage([], at: path(of: mark)) }
  }

  /// Leaves no byte of purged sessions in the index.
  func forgetPurgedRows() {
    let settled =
      try? appending { _ throws(StoreError) -> [ForgettingMark]? in
        try writeStaleRows()
        guard staleSessions.withLock(\.isEmpty) else { return nil }
        return try settledMarks()
      }
    guard let marks = settled, index.forgetFormerRows() else {
      return notice(
        "the index files may still contain rows of purged sessions; the next start retries")
    }
    for mark in marks { try? disk.removeIfPresent(path(of: mark)) }
  }

  /// Makes up for what a program that came to its end left in the files of the index.
  func finishForgetting() throws(StoreError) {
    guard try !settledMarks().isEmpty else { return }
    forgetPurgedRows()
  }

  /// The marks of sessions whose rows are out of the index, and of such as were not purged after all. For
  /// whoever appends, that is all but those that a crash left in the middle: the logs are held until the row
  /// is out.
  private func settledMarks() throws(StoreError) -> [ForgettingMark] {
    var settled: [ForgettingMark] = []
    for mark in try disk.listIfPresent(layout.staging).compactMap(ForgettingMark.init) {
      let wasPurged = try wasPurged(mark.session)
      if !wasPurged || index.logLength(of: mark.session) == nil { settled.append(mark) }
    }
    return settled
  }

  private func path(of mark: ForgettingMark) -> String { "\(layout.staging)/\(mark.text)" }
}
