// Sessions on their way into the store. The export is read twice: first all of it is checked, down
// to the chain of every log and the form of every document, and against what the store holds; only
// then are sessions taken in, each at once. A fault of the export, or a session that is in the way,
// therefore leaves the store as it is.

internal import VoiceTypes

/// Bounds on what is read, so that an archive of a few bytes cannot fill memory or disk.
package struct ImportLimits: Sendable {
  /// The bytes of the list of the export.
  package var manifestBytes = 1 << 26

  /// The bytes of one document.
  package var documentBytes = 1 << 30

  /// The bytes of all documents.
  package var totalBytes = 1 << 40

  /// The usual bounds.
  package init() {}
}

/// What an import did.
package struct ImportReport: Sendable, Equatable {
  /// Sessions that are new in the store.
  package var imported: [SessionID] = []

  /// Sessions that the store had already, with the same documents.
  package var present: [SessionID] = []
}

extension RecordStore {
  /// Takes in the sessions of an export, a folder or a ZIP file. May be repeated: sessions that are
  /// there already with the same documents are passed over.
  package func importSessions(
    from path: String, _ limits: ImportLimits = ImportLimits()
  ) throws(ExchangeError) -> ImportReport {
    guard options.access == .writing else { throw .store(.readOnly) }
    let source = ImportSource(path: path, files: options.fileSystem)
    let manifest = try ImportManifest(source, limits)
    var report = ImportReport()
    var conflicts: [SessionConflict] = []
    var problems: [String] = []
    try manifest.visitSessions(of: source) { id, files throws(ExchangeError) in
      let check = ImportedSession(id, files, manifest.heads[id])
      guard let session = check.session else {
        problems += check.problems
        return
      }
      switch try exchanging({ () throws(StoreError) in try standing(of: session) }) {
      case .new: report.imported.append(id)
      case .present: report.present.append(id)
      case .inTheWay(let reason): conflicts.append(SessionConflict(session: id, reason: reason))
      }
    }
    guard problems.isEmpty else { throw .unsound(path: path, problems: problems) }
    guard conflicts.isEmpty else { throw .conflicts(conflicts) }
    try takeIn(Set(report.imported), of: source, manifest)
    return report
  }

  private func takeIn(
    _ new: Set<SessionID>, of source: ImportSource, _ manifest: ImportManifest
  ) throws(ExchangeError) {
    guard !new.isEmpty else { return }
    try manifest.visitSessions(of: source) { id, files throws(ExchangeError) in
      guard new.contains(id) else { return }
      guard let session = ImportedSession(id, files, manifest.heads[id]).session else {
        throw source.fault("it changed while it was read")
      }
      try exchanging { () throws(StoreError) in try adopt(session) }
    }
  }

  /// How a session stands to what the store holds.
  private enum Standing {
    case new
    case present
    case inTheWay(SessionConflict.Reason)
  }

  private func standing(of session: AdoptedSession) throws(StoreError) -> Standing {
    guard try disk.facts(of: layout.path(of: Tombstone.name(of: session.id))) == nil else {
      return .inTheWay(.purged)
    }
    guard let stored = try existingSession(session.id), try logSize(of: session.id) > 0 else {
      return .new
    }
    for document in SessionDocument.allCases
    where try stored.read(document) != session.documents[document] {
      return .inTheWay(.otherContents)
    }
    return .present
  }
}
