// Snapshots of sessions and people as the files of an export: unencrypted, with a history that is chained without a key, and
// with people under the plain SHA-256 of their identifier. Any store can import them.

internal import VoiceTypes

extension SessionSnapshot {
  /// The files of an export, and the last line of the history. That line names all documents. It has the time of the line
  /// before, so that the same session gives the same bytes.
  var exported: (files: [ExportedFile], head: AuditHead?) {
    var files = SessionDocument.allCases.compactMap { document in
      documents[document].map { ExportedFile(name: document.name, bytes: $0) }
    }
    let last = AuditEntry(
      time: entries.last?.time ?? StoreTime(milliseconds: 0), actor: "sagevoice",
      action: "exported",
      documents: files.map {
        AuditedDocument(name: $0.name, sha256: StoreSecrets.sha256(of: $0.bytes))
      })
    let log = StoreSecrets.none.auditLines(of: entries + [last], in: id)
    files.append(ExportedFile(name: ExportLayout.log, bytes: log.flatMap(\.bytes)))
    return (files, log.last?.head)
  }
}

/// The baselines of a person, or the profile versions and other documents.
struct ExportedPerson {
  let user: UserHash
  let files: [ExportedFile]
}

extension ExportedPerson {
  /// - Returns: Nil without versions.
  /// - Throws: A finding if the versions differ in their person, or one was changed after the next was saved.
  init?(
    _ versions: [VersionRecord<some VersionKind>], _ documents: [PersonDocument: JSONValue] = [:]
  ) throws {
    guard let userID = versions.first?.userID else {
      guard let first = versions.first else { return nil }
      throw ExchangeError.findings([
        Finding(.tampered, nil, first.name, "the person id is missing")
      ])
    }
    let user = UserHash(exportedFor: userID)
    for (index, version) in versions.enumerated() {
      let isNext = version.follows(index == 0 ? nil : versions[index - 1])
      guard version.userID == userID, isNext else {
        throw ExchangeError.findings([
          Finding(.tampered, nil, version.name, "the version does not follow the previous one")
        ])
      }
    }
    var files = versions.map { version in
      ExportedFile(
        name: ExportLayout.version(version.number), bytes: version.filed(under: user).json.fileBytes
      )
    }
    for document in PersonDocument.allCases {
      guard let value = documents[document] else { continue }
      files.append(ExportedFile(name: document.fileName, bytes: value.fileBytes))
    }
    self.init(user: user, files: files)
  }
}

extension UserHash {
  /// The person in exports, which contain the identifier in any case.
  init(exportedFor userID: String) {
    self.init(text: StoreSecrets.sha256(of: Array(userID.utf8)))
  }
}

// MARK: - Histories

extension AuditLog {
  init(exported bytes: [UInt8], of session: SessionID) {
    self.init(bytes, seed: .seed(of: "session \(session.text)", .none), .none)
  }
}
