// Whether the files of a session in an export are a session: a log whose chain holds, documents that
// the log vouches for, and documents that say what their places ask for.

internal import VoiceTypes

/// A session of an export, checked.
struct ImportedSession {
  /// The session; nil when it is none.
  let session: AdoptedSession?

  /// Why it is none.
  let problems: [String]

  /// Checks the files of a session, by their names.
  init(
    _ id: SessionID, _ files: [String: [UInt8]], _ head: (sequence: Int, hash: String)?
  ) {
    let log = AuditLog(exported: files[ExportLayout.log] ?? [], of: id)
    var documents: [SessionDocument: [UInt8]] = [:]
    for document in SessionDocument.allCases { documents[document] = files[document.name] }
    let problems =
      Self.problems(of: log, head) + Self.problems(of: files, by: log)
      + Self.problems(of: documents, in: id)
    self.problems = problems.map { "the session \(id.text): \($0)" }
    session = problems.isEmpty ? AdoptedSession(id: id, documents: documents, log: log) : nil
  }

  /// Checks a session that is to leave a store, as the one that it goes to does.
  init(_ whole: ExportedSession) {
    let files = Dictionary(
      whole.files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    self.init(whole.id, files, whole.head.map { ($0.sequence, $0.hash) })
  }

  private static func problems(
    of log: AuditLog, _ head: (sequence: Int, hash: String)?
  ) -> [String] {
    if let fault = log.fault {
      return ["line \(fault.line) of the audit log is invalid: \(fault.problem)"]
    }
    if log.tornBytes > 0 { return ["the last line of the audit log is incomplete"] }
    guard !log.lines.isEmpty else { return ["the audit log is missing"] }
    guard head?.hash == log.head.hash, head?.sequence == log.head.sequence else {
      return ["the last line of the audit log differs from the manifest"]
    }
    return []
  }

  private static func problems(of files: [String: [UInt8]], by log: AuditLog) -> [String] {
    let found = files.filter { $0.key != ExportLayout.log }
      .mapValues { StoreSecrets.sha256(of: $0) }
    let expected = log.documents.filter { SessionDocument(name: $0.key) != nil }
    return Set(found.keys).union(expected.keys).sorted()
      .filter { found[$0] != expected[$0] }
      .map { "\($0) differs from the audit log" }
  }

  private static func problems(
    of documents: [SessionDocument: [UInt8]], in session: SessionID
  ) -> [String] {
    var check = DocumentCheck()
    var problems: [String] = []
    for document in SessionDocument.allCases {
      guard let bytes = documents[document] else { continue }
      do {
        problems += try check.problems(of: document, bytes, in: session)
          .map { "\(document.name): \($0)" }
      } catch {
        problems.append("\(document.name): \(error.description)")
      }
    }
    return problems
  }
}
