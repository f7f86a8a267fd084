// Keyed hashes, and the encoding of records.

package import VoiceTypes

/// The keyed hashes of a store.
package struct StoreHasher: Sendable {
  private let secrets: StoreSecrets

  init(_ secrets: StoreSecrets) { self.secrets = secrets }

  /// Creates the hashes of a secret of 32 bytes.
  package init(secret: [UInt8]) { secrets = StoreSecrets(secret: secret, isSealing: false) }

  /// A random secret for a new store.
  package static func newSecret() -> [UInt8] { StoreSecrets.random(bytes: 32) }

  /// The hash of a person's identifier for logs and events.
  package func user(_ userID: String) -> UserHash {
    UserHash(text: secrets.keyedHash(of: userID, for: .user))
  }

  /// The hash of a profile.
  package func profile(_ profile: UserProfile) -> String {
    secrets.keyedHash(of: profile.json.text(.compact), for: .profile)
  }

  /// The hash of a recording by its SHA-256.
  package func recording(_ sha256: String) -> RecordingHash {
    secrets.recordingHash(of: sha256)
  }

  /// The identity that duplicates share.
  package func identity(_ facts: IdentityFacts) -> RecordingIdentity {
    // As JSON, so different facts give different texts.
    let parts: JSONValue = [
      .optional(facts.audioSHA256), facts.isSomebodys ? true : .optional(facts.userID),
      .string(facts.settingsSHA256), .string(facts.version),
    ]
    return RecordingIdentity(text: secrets.keyedHash(of: parts.text(.compact), for: .identity))
  }

  // MARK: - In columns and histories

  /// Columns that are searched. An encrypted store hashes them, a plain store does not.
  package enum SearchedColumn: Sendable {
    case recordingName, context, reference, sound, failedName

    fileprivate var use: StoreSecrets.Use {
      switch self {
      case .recordingName: .hiddenName
      case .context: .context
      case .reference: .reference
      case .sound: .recording
      case .failedName: .failedName
      }
    }
  }

  /// A text in the form of a searched column.
  package func column(_ text: String, _ searched: SearchedColumn) -> String {
    secrets.isSealing ? secrets.keyedHash(of: text, for: searched.use) : text
  }

  /// A value in the form of histories.
  package func auditValue(_ text: String) -> String {
    secrets.isSealing ? secrets.keyedHash(of: text, for: .auditValue) : text
  }

  /// The history of a session in an export.
  func auditLines(of entries: [AuditEntry], in session: SessionID) -> [AuditLine] {
    var head = AuditHead.seed(of: "session \(session.text)", secrets)
    return entries.map { entry in
      let line = AuditLine(entry, behind: head, secrets)
      head = line.head
      return line
    }
  }

  /// The hash of a history line.
  func chainHash(of text: String) -> String { secrets.chainHash(of: text) }

  /// The hash function for paths of inboxes.
  package func inboxName() -> @Sendable (String) -> String {
    let key = secrets.key(for: .inboxName)
    return { StoreSecrets.keyedHash(of: $0, by: key) }
  }
}

/// The JSON encoding of records.
package enum StoredForm {
  /// Encodes a record.
  package static func bytes<Record: Shaped>(_ record: Record) -> [UInt8] {
    Record.shape.json(of: record).fileBytes
  }

  /// Decodes a record.
  /// - Parameter place: The path in error messages.
  package static func read<Record: Shaped>(
    _ bytes: [UInt8], at place: String
  ) throws(StoreError) -> Record {
    try Record.shape.read(StoredJSON.parse(bytes, file: place), file: place)
  }

  /// Decodes a header.
  static func header(_ bytes: [UInt8], file: String) throws(StoreError) -> SessionHeader {
    try FiledHeader.shape.read(bytes, file: file, by: .header).header
  }

  /// Decodes a state.
  static func state(_ bytes: [UInt8], file: String) throws(StoreError) -> StateRecord {
    try FiledState.shape.read(bytes, file: file, by: .state).record
  }

  /// Decodes any JSON.
  package static func json(_ bytes: [UInt8], at place: String) throws(StoreError) -> JSONValue {
    try StoredJSON.parse(bytes, file: place)
  }
}

extension FileSystem {
  /// The content and SHA-256 of a file to quarantine. Nil if it is missing.
  func contents(ofFailed path: String, atMost limit: Int) throws(StoreError) -> FailedContents? {
    do throws(FileSystemError) {
      guard let sha256 = try sha256(of: path, atMost: limit) else {
        throw .tooLarge(path, .read)
      }
      return FailedContents(bytes: try read(path, atMost: limit), sha256: sha256)
    } catch {
      if error.isMissing { return nil }
      if error.isTooLarge { throw .unusable("\(path) is too large to quarantine") }
      throw .fileSystem(error)
    }
  }
}
