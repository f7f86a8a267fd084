// A session as an export holds it: its documents in the clear, and a log that holds without any
// key. The log of a session that was never encrypted is the very one of the store. That of an
// encrypted one is chained anew, line by line, with one more that names the documents in the clear:
// the store's own chain says nothing to somebody without its key.

internal import VoiceTypes

/// The files of a session.
struct ExportedSession {
  let id: SessionID
  var files: [ExportedFile]

  /// Where its log ends; nil without a log.
  var head: AuditHead?

  /// Whether it is of a guest.
  var isLocalOnly = false

  /// What the list of the export says of it.
  var listed: ExportManifest.Session {
    ExportManifest.Session(
      id: id, head: head.map { ($0.sequence, $0.hash) },
      files: files.map { ExportManifest.File($0) })
  }
}

extension StoreSecrets {
  /// What logs in exports are chained with: no key at all.
  static var none: StoreSecrets { StoreSecrets(secret: [], isSealing: false) }
}

extension AuditLog {
  /// The log of a session as an export holds it.
  init(exported bytes: [UInt8], of session: SessionID) {
    self.init(bytes, seed: .seed(of: "session \(session.text)", .none), .none)
  }
}

extension RecordStore {
  /// A session in the form of an export.
  func exported(_ id: SessionID) throws(StoreError) -> ExportedSession {
    let lock = try disk.lockAgainstAppending(layout)
    defer { lock?.release() }
    var session = ExportedSession(id: id, files: [])
    for document in SessionDocument.allCases {
      guard let bytes = try read(document, of: id) else { continue }
      session.files.append(ExportedFile(name: document.name, bytes: bytes))
      if document == .header {
        session.isLocalOnly = try Self.header(bytes, file: document.name).isLocalOnly
      }
    }
    let path = layout.path(of: ExportLayout.log, in: id)
    var bytes = try disk.run { files throws(FileSystemError) in try files.read(path) }
    if secrets.isSealing { bytes = try rechained(try auditLog(of: id), session) }
    session.files.append(ExportedFile(name: ExportLayout.log, bytes: bytes))
    session.head = AuditLog(exported: bytes, of: id).head
    return session
  }

  /// The log of an encrypted session without its key.
  private func rechained(
    _ log: AuditLog, _ session: ExportedSession
  ) throws(StoreError) -> [UInt8] {
    var decrypted = entry("decrypted")
    decrypted.documents = session.files.map { file in
      AuditedDocument(name: file.name, sha256: StoreSecrets.sha256(of: file.bytes))
    }
    return AuditChain.bytes(
      of: log.lines.map(\.entry) + [decrypted],
      behind: .seed(of: "session \(session.id.text)", .none), .none
    ).bytes
  }
}

/// Chains of entries that happened elsewhere.
enum AuditChain {
  /// The log of the entries, and where it ends.
  static func bytes(
    of entries: [AuditEntry], behind seed: AuditHead, _ secrets: StoreSecrets
  ) -> (bytes: [UInt8], head: AuditHead) {
    var bytes: [UInt8] = []
    var head = seed
    for entry in entries {
      let line = AuditLine(entry, behind: head, secrets)
      bytes += line.bytes
      head = line.head(length: bytes.count)
    }
    return (bytes, head)
  }
}
