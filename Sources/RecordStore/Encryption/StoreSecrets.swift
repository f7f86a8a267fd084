// Keys derived from the secret of a store by HKDF (RFC 5869), one for each use. The secret never changes, because
// histories contain derived hashes. An encrypted store has it in the key ring (`Keyring`), or as the only key. A plain
// store has it unencrypted: its hashes protect identifiers in logs, not against readers of the store.

internal import VoiceTypes

/// The keys and keyed hashes of a store.
package struct StoreSecrets: Sendable {
  private let root: [UInt8]

  /// Whether documents are encrypted and histories keyed.
  let isSealing: Bool

  init(secret: [UInt8], isSealing: Bool = false) {
    root = secret
    self.isSealing = isSealing
  }

  /// The chain of exported histories has no key.
  static let none = StoreSecrets(secret: [])

  static func random(bytes count: Int) -> [UInt8] { RandomBytes.make(count) }

  package static func newSecret() -> [UInt8] { random(bytes: 32) }

  /// The uses of keys. The raw values are part of the format.
  enum Use: String {
    case sealing = "sagevoice/1 sealing"
    case chain = "sagevoice/1 audit chain"
    case auditValue = "sagevoice/1 audit value"
    case user = "sagevoice/1 user"
    case profile = "sagevoice/1 profile"
    case identity = "sagevoice/1 recording identity"
    case context = "sagevoice/1 context"
    case reference = "sagevoice/1 reference"
    case recording = "sagevoice/1 recording"
    case inboxName = "sagevoice/1 inbox name"
    case failedName = "sagevoice/1 failed file"
    case hiddenName = "sagevoice/1 hidden name"
    case check = "sagevoice/1 key check"
    case keyring = "sagevoice/1 key ring"
    case keyName = "sagevoice/1 key name"
  }

  func key(for use: Use) -> [UInt8] {
    KeyedHash.hkdfSHA256(root, info: Array(use.rawValue.utf8))
  }

  /// A keyed hash of a text in hexadecimal digits.
  func keyedHash(of text: String, for use: Use) -> String {
    Self.keyedHash(of: text, by: key(for: use))
  }

  private static func keyedHash(of text: String, by key: [UInt8]) -> String {
    Hex.text(of: KeyedHash.hmacSHA256(Array(text.utf8), key: key))
  }

  /// SHA-256 as hexadecimal digits.
  static func sha256(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes)) }

  // MARK: - People and recordings

  /// The hash of a person's identifier for logs and events.
  package func user(_ userID: String) -> UserHash {
    UserHash(text: keyedHash(of: userID, for: .user))
  }

  func profile(_ profile: UserProfile) -> String {
    keyedHash(of: profile.json.text(.compact), for: .profile)
  }

  /// The identity that duplicates share.
  func identity(_ facts: IdentityFacts) -> RecordingIdentity {
    // As JSON, so different facts give different texts.
    let parts: JSONValue = [
      .optional(facts.audioSHA256), facts.isSomebodys ? true : .optional(facts.userID),
      .string(facts.settingsSHA256), .string(facts.version),
    ]
    return RecordingIdentity(text: keyedHash(of: parts.text(.compact), for: .identity))
  }

  // MARK: - In columns and histories

  /// Columns that are searched. An encrypted store hashes them, a plain store does not.
  package enum SearchedColumn: Sendable {
    case recordingName, context, reference, sound, failedName

    fileprivate var use: Use {
      switch self {
      case .recordingName: .hiddenName
      case .context: .context
      case .reference: .reference
      case .sound: .recording
      case .failedName: .failedName
      }
    }
  }

  package func column(_ text: String, _ searched: SearchedColumn) -> String {
    isSealing ? keyedHash(of: text, for: searched.use) : text
  }

  /// A value in the form of histories.
  func auditValue(_ text: String) -> String {
    isSealing ? keyedHash(of: text, for: .auditValue) : text
  }

  /// The hash of a history line, keyed in an encrypted store.
  func chainHash(of text: String) -> String {
    isSealing ? keyedHash(of: text, for: .chain) : Self.sha256(of: Array(text.utf8))
  }

  /// The history of a session in the form of an export.
  func auditLines(of entries: [AuditEntry], in session: SessionID) -> [AuditLine] {
    var head = AuditHead.seed(of: "session \(session.text)", self)
    return entries.map { entry in
      let line = AuditLine(entry, behind: head, self)
      head = line.head
      return line
    }
  }

  /// The hash function for paths of inboxes. It derives its key once.
  package func inboxName() -> @Sendable (String) -> String {
    let key = key(for: .inboxName)
    return { Self.keyedHash(of: $0, by: key) }
  }
}
