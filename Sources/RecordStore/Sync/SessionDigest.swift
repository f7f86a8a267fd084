// The digest of a session for comparison with another store.

package import VoiceTypes

package struct SessionDigest: Sendable, Equatable {
  /// The reason to omit a session from synchronization. The raw values are part of the contract.
  package enum SyncBlockReason: String, CaseIterable, Sendable {
    /// The person is unknown.
    case nobodys = "nobodys"
    /// The analysis is running.
    case unfinished = "unfinished"
    /// Consent to storage is missing.
    case notAgreedTo = "not_agreed_to"
  }

  package let id: SessionID

  /// SHA-256 of each decrypted document by its name. The header is hashed without its keyed hashes.
  package let documents: [String: String]

  /// The number of shared events.
  package let steps: Int

  /// SHA-256 of documents and events.
  package let sha256: String

  /// The reason to omit the session. Nil if it is synchronized.
  package let blockReason: SyncBlockReason?

  init(
    of id: SessionID, header: SessionHeader?, steps: [HistoryEvent], documents: [String: String],
    state: SessionState?
  ) {
    (self.id, self.documents, self.steps) = (id, documents, steps.count)
    let facts: JSONValue = [
      .object(documents.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
      .array(steps.map(\.json)),
    ]
    sha256 = StoreSecrets.sha256(of: Array(facts.text(.compact).utf8))
    blockReason = Self.blockReason(header, state)
  }

  private static func blockReason(_ header: SessionHeader?, _ state: SessionState?)
    -> SyncBlockReason?
  {
    guard let header, !header.isLocalOnly else { return .nobodys }
    guard header.storage == nil else { return .notAgreedTo }
    guard let state, state.isLast else { return .unfinished }
    return nil
  }

  /// Parses a digest. Nil for an invalid one.
  package init?(json: JSONValue) {
    guard case .string(let name)? = json["session_id"], let id = SessionID(name),
      case .string(let sha256)? = json["sha256"], Hex.isSHA256(sha256),
      case .int(let steps)? = json["steps"]
    else { return nil }
    self.id = id
    (self.sha256, self.steps, blockReason, documents) = (sha256, Int(steps), nil, [:])
  }

  package var json: JSONValue {
    [
      "session_id": .string(id.text), "sha256": .string(sha256), "steps": .int(steps),
      "documents": .object(
        documents.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
    ]
  }
}

extension SessionState {
  var isLast: Bool {
    switch self {
    case .filed, .refused, .duplicate, .failed: true
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: false
    }
  }
}

/// A checked ZIP export of one session or one person of another store.
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
