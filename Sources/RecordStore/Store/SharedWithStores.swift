// The keyed hashes of a store, and the form of its records.

package import VoiceTypes

/// The hashes of a store, by its secret.
package struct StoreNames: Sendable {
  private let secrets: StoreSecrets

  init(_ secrets: StoreSecrets) { self.secrets = secrets }

  /// The names of a store that keeps 32 bytes of chance for them.
  package init(secret: [UInt8]) { secrets = StoreSecrets(secret: secret, isSealing: false) }

  /// A secret for a new store.
  package static func newSecret() -> [UInt8] { StoreSecrets.random(bytes: 32) }

  /// The form in which a person's identifier may appear in logs and events.
  package func user(_ userID: String) -> UserHash {
    UserHash(text: secrets.keyedHash(of: userID, for: .user))
  }

  /// What a header holds of a profile.
  package func profile(_ profile: UserProfile) -> String {
    secrets.keyedHash(of: profile.json.text(.compact), for: .profile)
  }

  /// A recording as lists know it, by the SHA-256 of its bytes.
  package func recording(_ sha256: String) -> RecordingHash {
    secrets.recordingHash(of: sha256)
  }

  /// What two recordings share that are the same to the store.
  package func identity(_ facts: IdentityFacts) -> RecordingIdentity {
    // As JSON, so that no two sets of facts give one text.
    let parts: JSONValue = [
      .optional(facts.audioSHA256), facts.isSomebodys ? true : .optional(facts.userID),
      .string(facts.settingsSHA256), .string(facts.version),
    ]
    return RecordingIdentity(text: secrets.keyedHash(of: parts.text(.compact), for: .identity))
  }

  // MARK: - In columns and histories

  /// What is looked for as it is where nothing is sealed, and else by its hash.
  package enum Looked: Sendable {
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

  /// A text as the columns have it that are searched.
  package func column(_ text: String, _ looked: Looked) -> String {
    secrets.isSealing ? secrets.keyedHash(of: text, for: looked.use) : text
  }

  /// A value as histories hold it.
  package func auditValue(_ text: String) -> String {
    secrets.isSealing ? secrets.keyedHash(of: text, for: .auditValue) : text
  }

  /// The lines of an exported log of a session.
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

  /// What gives the form in which the memory of an inbox knows the name of a file.
  package func inboxName() -> @Sendable (String) -> String {
    let key = secrets.key(for: .inboxName)
    return { StoreSecrets.keyedHash(of: $0, by: key) }
  }
}

/// The form of records: JSON.
package enum StoredForm {
  /// A record in its file's form.
  package static func bytes<Record: Shaped>(_ record: Record) -> [UInt8] {
    Record.shape.json(of: record).fileBytes
  }

  /// The record that bytes hold.
  /// - Parameter place: Where they lie, for who reads of a fault.
  package static func read<Record: Shaped>(
    _ bytes: [UInt8], at place: String
  ) throws(StoreError) -> Record {
    try Record.shape.read(StoredJSON.parse(bytes, file: place), file: place)
  }

  /// A header from its bytes.
  static func header(_ bytes: [UInt8], file: String) throws(StoreError) -> SessionHeader {
    try FiledHeader.shape.read(bytes, file: file, by: .header).header
  }

  /// A state from its bytes.
  static func state(_ bytes: [UInt8], file: String) throws(StoreError) -> StateRecord {
    try FiledState.shape.read(bytes, file: file, by: .state).record
  }

  /// Any JSON that bytes hold.
  package static func json(_ bytes: [UInt8], at place: String) throws(StoreError) -> JSONValue {
    try StoredJSON.parse(bytes, file: place)
  }
}

extension FileSystem {
  /// The bytes of a file that is to be put away, with their SHA-256; nil when there is none.
  package func contents(
    ofFailed path: String, atMost limit: Int
  ) throws(StoreError) -> (bytes: [UInt8], sha256: String)? {
    do throws(FileSystemError) {
      guard let sha256 = try sha256(of: path, atMost: limit) else {
        throw .tooLarge(path, .read)
      }
      return (try read(path, atMost: limit), sha256)
    } catch {
      if error.isMissing { return nil }
      if error.isTooLarge { throw .unusable("\(path) is too large to quarantine") }
      throw .fileSystem(error)
    }
  }
}
