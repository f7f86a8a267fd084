// What goes between two stores is an export of one session or one person, in a ZIP file: it is checked as any other
// export is, down to the chain of the log and the form of every document.

internal import VoiceTypes

/// What came from another store, checked.
package enum Parcel: Sendable {
  case session(SessionCopy)
  case person(PersonCopy)

  /// The most bytes of a parcel: a recording of 30 s of two channels at 192 kHz, and what belongs to it [E].
  package static let mostBytes = 48 << 20

  /// The most bytes of what is in it: pages and sheets pack well.
  private static let mostUnpackedBytes = 4 * mostBytes

  /// Reads a parcel.
  package init(at path: String, on files: any FileSystem) throws(ExchangeError) {
    var limits = ImportLimits()
    (limits.manifestBytes, limits.documentBytes) = (1 << 20, Self.mostUnpackedBytes)
    (limits.heldBytes, limits.totalBytes) = (2 * Self.mostUnpackedBytes, Self.mostUnpackedBytes)
    let source = ImportSource(path: path, files: files)
    let manifest = try ImportManifest(source, limits)
    var (session, person): (SessionCopy?, PersonCopy?)
    var problems: [String] = []
    try manifest.visitOwners(of: source, limits) { owner, files throws(ExchangeError) in
      switch owner {
      case .session(let id):
        let imported = ImportedSession(id, files, manifest.heads[id])
        problems += imported.problems
        if session != nil { problems.append("the bundle contains more than one session") }
        session = imported.session.map(SessionCopy.init)
      case .person(let user):
        let imported = ImportedPerson(user, files)
        problems += imported.problems
        Self.join(imported.userID, &person, &problems) { $0.baselines = imported.baselines }
      case .told(let user):
        let imported = ImportedTold(user, files)
        problems += imported.problems
        Self.join(imported.userID, &person, &problems) {
          ($0.persons, $0.documents) = (imported.versions, imported.documents)
        }
      }
    }
    guard problems.isEmpty else { throw .unsound(path: path, problems: problems) }
    switch (session, person) {
    case (let session?, nil): self = .session(session)
    case (nil, let person?): self = .person(person)
    default: throw source.fault("the bundle contains neither a session nor a person")
    }
  }

  private static func join(
    _ userID: String, _ person: inout PersonCopy?, _ problems: inout [String],
    _ change: (inout PersonCopy) -> Void
  ) {
    var own = person ?? PersonCopy(of: userID)
    if !own.userID.utf8.elementsEqual(userID.utf8) {
      problems.append("the bundle contains more than one person")
    }
    change(&own)
    person = own
  }
}

extension SessionCopy {
  init(_ session: AdoptedSession) {
    self.init(of: session.id, session.documents, session.log.lines.map(\.entry))
    log = session.log
  }
}
