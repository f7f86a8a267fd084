// A file of `failed/` gets its place before the log can name it, because its name is only known to be
// free once it is taken. Until the log does, an empty file in the staging folder says so: verification
// tells a crash from a planted file by it, and the next start removes what no log came to name. Its
// source is still where it was.

internal import VoiceTypes

/// A note that files of `failed/` are being put there, or taken out.
struct FailedMark: Equatable {
  /// Whose log names them; nil for that of the store.
  let session: SessionID?

  /// Their names as logs know them.
  let tags: [String]

  /// Keeps two files apart that are being put away under one name.
  let nonce: String

  private static let kind = "failed"
  private static let storeWord = "store"

  init(of session: SessionID?, tags: [String], nonce: String) {
    self.session = session
    self.tags = tags
    self.nonce = nonce
  }

  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 3, parts[0] == Self.kind else { return nil }
    session = SessionID(parts[1])
    guard session != nil || parts[1] == Self.storeWord else { return nil }
    nonce = parts[2]
    tags = parts[3...].map { "failed/" + $0 }
  }

  /// The name of the note in the staging folder.
  var text: String {
    let names = tags.map { String($0.dropFirst("failed/".count)) }
    return ([Self.kind, session?.text ?? Self.storeWord, nonce] + names).joined(separator: "=")
  }
}

extension RecordStore {
  /// Digits that keep marks apart: 64 bits of a hash [E].
  private static let nonceDigits = 16

  /// Notes durably that a file is being put away or removed; doing so twice is no fault.
  func mark(_ report: FailureReport) throws(StoreError) { try make(mark(of: report)) }

  /// Takes the note of a file back, whether it is there or not.
  func unmark(_ report: FailureReport) throws(StoreError) { try remove(mark(of: report)) }

  /// The same for the report of a file that lies elsewhere.
  func mark(_ file: String, of session: SessionID?) throws(StoreError) {
    try make(mark(file, session))
  }

  func unmark(_ file: String, of session: SessionID?) throws(StoreError) {
    try remove(mark(file, session))
  }

  /// The notes that are there.
  func failedMarks() throws(StoreError) -> [FailedMark] {
    try disk.listIfPresent(layout.staging).compactMap(FailedMark.init)
  }

  private func mark(of report: FailureReport) -> FailedMark {
    let nonce = StoreSecrets.sha256(of: Array("\(report.file) \(report.sha256)".utf8))
    return FailedMark(
      of: report.session, tags: failedNames(of: report).map(failedTag),
      nonce: String(nonce.prefix(Self.nonceDigits)))
  }

  private func mark(_ file: String, _ session: SessionID?) -> FailedMark {
    FailedMark(of: session, tags: [failedTag(of: file)], nonce: "alone")
  }

  private func make(_ mark: FailedMark) throws(StoreError) {
    let path = "\(layout.staging)/\(mark.text)"
    guard try disk.facts(of: path) == nil else { return }
    try disk.stage([], at: path)
    try disk.synchronizeFolder(layout.staging)
  }

  private func remove(_ mark: FailedMark) throws(StoreError) {
    try disk.removeIfPresent("\(layout.staging)/\(mark.text)")
  }

  /// Removes files that a crash left in `failed/` before a log named them, or after one said that they
  /// are gone, and says of those that were named and never came that they are not there; nobody else
  /// may be writing.
  func finishFailedFiles() throws(StoreError) {
    let marks = try failedMarks()
    guard !marks.isEmpty else { return }
    var files: [String: String] = [:]
    for name in try disk.listIfPresent(layout.failed) { files[failedTag(of: name)] = name }
    let ofStore = try storeLog().documents
    for mark in marks {
      let named = try mark.session.map { session throws(StoreError) in
        try auditLog(of: session).documents
      }
      for tag in mark.tags where (named ?? ofStore)[tag] == nil {
        guard let name = files[tag] else { continue }
        try disk.removeIfPresent("\(layout.failed)/\(name)")
      }
      let missing = mark.tags.filter { (named ?? ofStore)[$0] != nil && files[$0] == nil }
      guard !missing.isEmpty else { continue }
      try audit(
        "put_away_undone", missing.map { AuditedDocument(name: $0, sha256: nil) }, of: mark.session)
    }
    try disk.synchronizeFolder(layout.failed)
    for mark in marks { try remove(mark) }
  }
}
