// Snapshots from the files of an export: unbroken histories, documents that match them, versions in sequence, and canonical
// encoding.

internal import VoiceTypes

/// A checked part of an export.
enum ImportedSnapshot {
  case session(SessionSnapshot)

  /// A person with one of the two kinds of versions.
  case person(PersonSnapshot, BaselineConflict.DataKind)
}

extension ImportManifest {
  /// Visits the sessions and people of an export without problems.
  /// - Parameter body: Gets nil for one with problems.
  /// - Returns: The problems of all others.
  func visitSnapshots(
    of source: ImportSource, _ limits: ImportLimits,
    _ body: (ImportedSnapshot?) throws -> Void
  ) throws -> [String] {
    var all: [String] = []
    try visitOwners(of: source, limits) { owner, files in
      var (snapshot, problems): (ImportedSnapshot, [String])
      switch owner {
      case .session(let id):
        let (session, found) = SessionSnapshot.checked(files, of: id, heads)
        (snapshot, problems) = (.session(session), found)
      case .person(let user):
        var person = CheckedPerson<BaselineKind>(files, in: owner, of: heads == nil ? nil : user)
        person.copy.baselines = person.versions
        (snapshot, problems) = (.person(person.copy, .baselines), person.problems)
      case .profiles(let user):
        var person = CheckedPerson<ProfileKind>(files, in: owner, of: heads == nil ? nil : user)
        person.copy.persons = person.versions
        (snapshot, problems) = (.person(person.copy, .profiles), person.problems)
      }
      all += problems
      try body(problems.isEmpty ? snapshot : nil)
    }
    return all
  }
}

extension SessionSnapshot {
  /// Checks the files of a session, by their names.
  static func checked(
    _ files: [String: [UInt8]], of id: SessionID, _ heads: [SessionID: AuditHead]?
  ) -> (SessionSnapshot, problems: [String]) {
    let log = AuditLog(exported: files[ExportLayout.log] ?? [], of: id)
    var copy = SessionSnapshot(of: id, [:], log.lines.map(\.entry))
    for document in SessionDocument.allCases { copy.documents[document] = files[document.name] }
    let problems =
      problems(of: log, heads.map { $0[id] }) + problems(of: files, by: log)
      + copy.problemsOfDocuments()
    return (copy, problems.map { "the session \(id.text): \($0)" })
  }

  private static func problems(of log: AuditLog, _ head: AuditHead??) -> [String] {
    if let fault = log.fault {
      return ["line \(fault.line) of the audit log is invalid: \(fault.problem)"]
    }
    if log.tornBytes > 0 { return ["the last line of the audit log is incomplete"] }
    guard !log.lines.isEmpty else { return ["the audit log is missing"] }
    guard let head else { return [] }
    guard head == log.head else {
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

  /// Checks the form of the documents.
  func problemsOfDocuments() -> [String] {
    var check = DocumentCheck()
    var problems: [String] = []
    for document in SessionDocument.allCases {
      guard let bytes = documents[document] else { continue }
      do {
        problems += try check.problems(of: document, bytes, in: id)
          .map { "\(document.name): \($0)" }
      } catch {
        problems.append("\(document.name): \(error.description)")
      }
    }
    return problems
  }
}

/// The versions of a person in an export, oldest first, and other documents.
private struct CheckedPerson<Kind: VersionKind> {
  var copy = PersonSnapshot(userID: "")
  private(set) var versions: [VersionRecord<Kind>] = []
  private(set) var problems: [String] = []

  /// Checks the files of a person, by their names.
  /// - Parameter user: The person in exports. Nil for the folder of a store, with its own hash of the person.
  init(_ files: [String: [UInt8]], in owner: ExportOwner, of user: UserHash?) {
    let count = files.keys.count { ExportLayout.number(ofVersion: $0) != nil }
    for number in 1...max(1, count) {
      let name = ExportLayout.version(number)
      let path = ExportLayout.path(of: name, in: owner)
      guard let bytes = files[name] else {
        problems.append("\(path) is missing")
        continue
      }
      do throws(StoreError) {
        let kept = try VersionRecord<Kind>(parsing: bytes, file: path)
        if let problem = problem(of: kept, bytes, number, user) {
          problems.append("\(path): \(problem)")
        }
        try Kind.check(kept)
        versions.append(kept)
      } catch {
        problems.append(error.description)
      }
    }
    if let userID = versions.last?.userID { copy = PersonSnapshot(userID: userID) }
    for document in PersonDocument.allCases {
      guard let bytes = files[document.fileName] else { continue }
      read(document, bytes, ExportLayout.path(of: document.fileName, in: owner))
    }
  }

  private func problem(
    of kept: VersionRecord<Kind>, _ bytes: [UInt8], _ number: Int, _ user: UserHash?
  ) -> String? {
    guard let userID = kept.userID,
      user == nil || UserHash(exportedFor: userID) == user && kept.user == user
    else { return "the person differs from the folder name" }
    guard kept.number == number, kept.follows(versions.last) else {
      return "the version does not follow the previous one"
    }
    return kept.json.fileBytes == bytes ? nil : Self.notCanonical
  }

  private mutating func read(_ document: PersonDocument, _ bytes: [UInt8], _ path: String) {
    do throws(StoreError) {
      let value = try StoredJSON.parse(bytes, file: path)
      if document == .alerts { _ = try AlertList(json: value, file: path) }
      copy.documents[document] = value
      if value.fileBytes != bytes { problems.append("\(path): \(Self.notCanonical)") }
    } catch {
      problems.append(error.description)
    }
  }

  private static var notCanonical: String { "the encoding is not canonical" }
}
