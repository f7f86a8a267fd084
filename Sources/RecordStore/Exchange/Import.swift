// Sessions on their way into the store. The export is read twice: first all of it is checked, down
// to the chain of every log and the form of every document, and against what the store holds; only
// then are sessions taken in, each at once. A fault of the export, or a session that is in the way,
// therefore leaves the store as it is.

internal import VoiceTypes

/// Bounds on what is read, so that an archive of a few bytes cannot fill memory or disk.
package struct ImportLimits: Sendable {
  /// The bytes of the list of the export.
  package var manifestBytes = 1 << 26

  /// The bytes of one document; no recording that is taken in is longer [E].
  package var documentBytes = 1 << 28

  /// The bytes of owners whose files are not all there yet: an export has the files of one owner one
  /// behind the other, and what somebody else packed may have them in any order [E].
  package var heldBytes = 1 << 29

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

  /// Baselines that are new in the store.
  package var baselines = 0

  /// People of whom something they told, or a document of theirs, is new in the store.
  package var people = 0
}

extension RecordStore {
  /// Takes in the sessions and baselines of an export, a folder or a ZIP file. May be repeated: what
  /// is there already and the same is passed over.
  /// - Parameter progress: Is told of each session and person that was checked, and again taken in.
  package func importSessions(
    from path: String, _ limits: ImportLimits = ImportLimits(),
    telling progress: StoreProgress? = nil
  ) throws(ExchangeError) -> ImportReport {
    guard options.access == .writing else { throw .store(.readOnly) }
    let source = ImportSource(path: path, files: options.fileSystem)
    let manifest = try ImportManifest(source, limits)
    var check = ImportCheck()
    var steps = ImportSteps(of: manifest, progress)
    try manifest.visitOwners(of: source, limits) { owner, files throws(ExchangeError) in
      switch owner {
      case .session(let id):
        let session = ImportedSession(id, files, manifest.heads[id])
        try exchanging { () throws(StoreError) in try look(at: session, of: id, &check) }
      case .person(let user):
        let person = ImportedPerson(user, files)
        try exchanging { () throws(StoreError) in try look(at: person, of: user, &check) }
      case .told(let user):
        let person = ImportedTold(user, files)
        try exchanging { () throws(StoreError) in try look(at: person, of: user, &check) }
      }
      steps.finishOne()
    }
    try check.end(of: path)
    try takeIn(check, of: source, manifest, limits, &steps)
    return check.report
  }

  private func look(
    at imported: ImportedSession, of id: SessionID, _ check: inout ImportCheck
  ) throws(StoreError) {
    guard let session = imported.session else { return check.problems += imported.problems }
    switch try standing(of: session) {
    case .new: check.report.imported.append(id)
    case .present: check.report.present.append(id)
    case .inTheWay(let reason):
      check.conflicts.append(SessionConflict(session: id, reason: reason))
    }
  }

  private func look(
    at person: ImportedPerson, of user: UserHash, _ check: inout ImportCheck
  ) throws(StoreError) {
    check.problems += person.problems
    guard person.problems.isEmpty else { return }
    switch try standing(of: person) {
    case .new(let baselines):
      check.report.baselines += baselines.count
      if !baselines.isEmpty { check.people.insert(user) }
    case .inTheWay(let reason):
      check.baselineConflicts.append(
        BaselineConflict(user: userHash(of: person.userID), reason: reason))
    }
  }

  private func look(
    at person: ImportedTold, of user: UserHash, _ check: inout ImportCheck
  ) throws(StoreError) {
    check.problems += person.problems
    guard person.problems.isEmpty else { return }
    switch try standing(of: person) {
    case .new(let versions, let documents):
      guard !versions.isEmpty || !documents.isEmpty else { return }
      check.report.people += 1
      check.told.insert(user)
    case .inTheWay(let reason):
      check.baselineConflicts.append(
        BaselineConflict(user: userHash(of: person.userID), reason: reason, matter: .told))
    }
  }

  private func takeIn(
    _ check: ImportCheck, of source: ImportSource, _ manifest: ImportManifest,
    _ limits: ImportLimits, _ steps: inout ImportSteps
  ) throws(ExchangeError) {
    let sessions = Set(check.report.imported)
    guard !sessions.isEmpty || !check.people.isEmpty || !check.told.isEmpty else { return }
    try manifest.visitOwners(of: source, limits) { owner, files throws(ExchangeError) in
      steps.finishOne()
      switch owner {
      case .session(let id):
        guard sessions.contains(id) else { return }
        guard let session = ImportedSession(id, files, manifest.heads[id]).session else {
          throw source.fault("the content changed during reading")
        }
        try exchanging { () throws(StoreError) in try adopt(session) }
      case .person(let user):
        guard check.people.contains(user) else { return }
        let person = ImportedPerson(user, files)
        guard person.problems.isEmpty else {
          throw source.fault("the content changed during reading")
        }
        try exchanging { () throws(StoreError) in try adopt(person) }
      case .told(let user):
        guard check.told.contains(user) else { return }
        let person = ImportedTold(user, files)
        guard person.problems.isEmpty else {
          throw source.fault("the content changed during reading")
        }
        try exchanging { () throws(StoreError) in try adopt(person) }
      }
    }
  }

  /// How a session stands to what the store holds.
  private enum Standing {
    case new
    case present
    case inTheWay(SessionConflict.Reason)
  }

  private func standing(of session: AdoptedSession) throws(StoreError) -> Standing {
    if try wasPurged(session.id) { return .inTheWay(.purged) }
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

/// What the first reading of an export finds.
private struct ImportCheck {
  var report = ImportReport()

  /// People with baselines that are new.
  var people: Set<UserHash> = []

  /// People of whom something they told is new.
  var told: Set<UserHash> = []

  var problems: [String] = []
  var conflicts: [SessionConflict] = []
  var baselineConflicts: [BaselineConflict] = []

  /// Fails unless all of the export can be taken in.
  func end(of path: String) throws(ExchangeError) {
    guard problems.isEmpty else { throw .unsound(path: path, problems: problems) }
    guard conflicts.isEmpty, baselineConflicts.isEmpty else {
      throw .conflicts(conflicts, baselines: baselineConflicts)
    }
  }
}

/// How far an import has come: each owner of files is read twice.
private struct ImportSteps {
  private let total: Int
  private let progress: StoreProgress?
  private var done = 0

  init(of manifest: ImportManifest, _ progress: StoreProgress?) {
    total = 2 * manifest.ownerCount
    self.progress = progress
    progress?(0, total)
  }

  mutating func finishOne() {
    done += 1
    progress?(done, total)
  }
}
