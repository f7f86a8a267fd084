// The exchange format of two stores: a ZIP export of one session or one person, with the checks of an import.

internal import VoiceTypes

/// A checked export of another store.
package enum SyncBundle: Sendable {
  case session(SessionSnapshot)
  case person(PersonSnapshot)

  /// Maximum size in bytes: 30 s of two channels at 192 kHz, and the documents [E].
  package static let mostBytes = 48 << 20

  /// Maximum size of the contents in bytes.
  private static let mostUnpackedBytes = 4 * mostBytes

  /// Reads and checks an export.
  package init(at path: String, on files: any FileSystem) throws(ExchangeError) {
    self = try exchanging { try Self.read(ImportSource(path: path, files: files)) }
  }

  private static func read(_ source: ImportSource) throws -> SyncBundle {
    var limits = ImportLimits()
    (limits.manifestBytes, limits.documentBytes) = (1 << 20, mostUnpackedBytes)
    (limits.heldBytes, limits.totalBytes) = (2 * mostUnpackedBytes, mostUnpackedBytes)
    let manifest = try ImportManifest(source, limits)
    var (session, person): (SessionSnapshot?, PersonSnapshot?)
    var isMore = false
    var problems = try manifest.visitSnapshots(of: source, limits) { snapshot in
      switch snapshot {
      case .session(let copy):
        isMore = isMore || session != nil
        session = copy
      case .person(let copy, let dataKind):
        isMore = isMore || person.map { !$0.userID.utf8.elementsEqual(copy.userID.utf8) } ?? false
        var all = person ?? PersonSnapshot(userID: copy.userID)
        switch dataKind {
        case .baselines: all.baselines = copy.baselines
        case .profiles: (all.persons, all.documents) = (copy.persons, copy.documents)
        }
        person = all
      case nil: break
      }
    }
    if isMore { problems.append("the bundle contains more than one session or person") }
    guard problems.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: problems)
    }
    switch (session, person) {
    case (let session?, nil): return .session(session)
    case (nil, let person?): return .person(person)
    default: throw source.fault("the bundle contains neither a session nor a person")
    }
  }
}
