// While files come to `failed/`, or go, an empty file in the staging folder says so: verification tells
// a crash from a planted file by it. The next start removes what no log names, and says of what was
// named and never came that it is not there; its source is still where it was.

internal import VoiceTypes

/// A note that files of `failed/` are being put there, or taken out.
struct FailedMark: Equatable {
  /// Whose log names them; nil for that of the store.
  let session: SessionID?

  /// Their names as logs know them.
  let tags: [String]

  /// Keeps a file that comes from one of its name that goes.
  let nonce: String

  /// What happens to files.
  enum Direction: String {
    case coming
    case gone
  }

  private static let kind = "failed"
  private static let storeWord = "store"

  /// The name of the note in the staging folder.
  var text: String {
    let names = tags.map { String($0.dropFirst("failed/".count)) }
    return ([Self.kind, session?.text ?? Self.storeWord, nonce] + names).joined(separator: "=")
  }
}

extension FailedMark {
  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 3, parts[0] == Self.kind else { return nil }
    let session = SessionID(parts[1])
    guard session != nil || parts[1] == Self.storeWord else { return nil }
    self.init(session: session, tags: parts[3...].map { "failed/" + $0 }, nonce: parts[2])
  }
}

extension RecordStore {
  /// The notes that are there.
  func failedMarks() throws(StoreError) -> [FailedMark] {
    try disk.listIfPresent(layout.staging).compactMap(FailedMark.init)
  }

  /// Brings changes of the folder to an end that a crash interrupted; nobody else may be writing.
  func finishFailedFiles() throws(StoreError) {
    let marks = try failedMarks()
    guard !marks.isEmpty else { return }
    var files: [String: String] = [:]
    for name in try disk.listIfPresent(layout.failed) { files[failedTag(of: name)] = name }
    for mark in marks {
      let named = try mark.session.map { session throws(StoreError) in
        try auditLog(of: session).documents
      }
      let documents = if let named { named } else { try storeLog().documents }
      for tag in mark.tags where documents[tag] == nil {
        guard let name = files[tag] else { continue }
        try disk.removeIfPresent("\(layout.failed)/\(name)")
      }
      let missing = mark.tags.filter { documents[$0] != nil && files[$0] == nil }
      guard !missing.isEmpty else { continue }
      try transact { writing throws(StoreError) in
        var change = try failedChange("put_away_undone", of: mark.session, &writing)
        for tag in missing { change.name(tag, nil) }
        return (change, ())
      }
    }
    try disk.synchronizeFolder(layout.failed)
    for mark in marks { try disk.removeIfPresent("\(layout.staging)/\(mark.text)") }
  }
}
