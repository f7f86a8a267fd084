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
    var isMore = false
    var problems = try manifest.visitSnapshots(of: source, limits) { snapshot in
      switch snapshot {
      case .session(let copy):
        isMore = isMore || session != nil
        session = copy
      case .person(let copy, let matter):
        isMore = isMore || person.map { !$0.userID.utf8.elementsEqual(copy.userID.utf8) } ?? false
        var all = person ?? PersonCopy(of: copy.userID)
        switch matter {
        case .baselines: all.baselines = copy.baselines
        case .told: (all.persons, all.documents) = (copy.persons, copy.documents)
        }
        person = all
      case nil: break
      }
    }
    if isMore { problems.append("the bundle contains more than one session or person") }
    guard problems.isEmpty else { throw .unsound(path: path, problems: problems) }
    switch (session, person) {
    case (let session?, nil): self = .session(session)
    case (nil, let person?): self = .person(person)
    default: throw source.fault("the bundle contains neither a session nor a person")
    }
  }
}
