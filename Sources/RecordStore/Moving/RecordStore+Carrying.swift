// Reading out what is kept of a person. What a log does not vouch for stays where it is, and is for `verify`.

internal import VoiceTypes

extension RecordStore {
  /// A session as another store takes it in. Nobody may be at work on it.
  func checkedCopy(of id: SessionID) throws(StoreError) -> SessionCopy {
    let checked = ImportedSession(try exported(id))
    guard let session = checked.session else {
      throw .damaged(
        path: layout.folder(of: id), problem: checked.problems.joined(separator: "; "))
    }
    return SessionCopy(session)
  }

  /// What was put away of a session. One that lies elsewhere cannot be carried, and would be lost where the
  /// session went.
  func filesPutAway(of id: SessionID) throws(StoreError) -> [PutAwayFile] {
    guard try !strandedReports().contains(where: { $0.session == id }) else {
      throw .unusable("a spooled file of the session \(id.text) cannot be read")
    }
    var found: [PutAwayFile] = []
    for report in try failureReports() where report.session == id {
      guard let bytes = try failedBytes(report) else { continue }
      found.append(PutAwayFile(report: report, bytes: bytes))
    }
    return found
  }

  /// What is kept of a person besides sessions, as another store takes it in.
  func checkedCopy(ofPerson userID: String) throws(StoreError) -> PersonCopy {
    try finishAdoptions()
    let user = userHash(of: userID)
    var names = PersonDocument.allCases.map { $0.name(of: user) }
    names += try keptNumbers(in: "people", of: user).map { KeptPerson.name($0, of: user) }
    names += try keptNumbers(in: "baselines", of: user).map { "baselines/\(user.text)/\($0).json" }
    let vouched = try storeLog().documents
    for name in names {
      let path = layout.path(of: name)
      let stored = try disk.readIfPresent(path)
      guard stored.map(StoreSecrets.sha256(of:)) == vouched[name] else {
        throw .damaged(path: path, problem: "the content differs from the audit log")
      }
    }
    return try copy(ofPerson: userID)
  }
}
