// Keys derived from the secret of a store by HKDF (RFC 5869), one for each use. The secret never changes, because
// histories contain derived hashes. An encrypted store has it in the key ring (`Keyring`), or as the only key. A plain
// store has it unencrypted: its hashes protect identifiers in logs, not against readers of the store.

internal import Platform
internal import VoiceTypes

struct StoreSecrets: Sendable {
  private let root: [UInt8]

  /// Whether documents are encrypted and histories keyed.
  let isSealing: Bool

  init(secret: [UInt8], isSealing: Bool) {
    root = secret
    self.isSealing = isSealing
  }

  /// Random bytes of the system.
  static func random(bytes count: Int) -> [UInt8] { RandomBytes.make(count) }

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

  /// A keyed hash with a derived key.
  static func keyedHash(of text: String, by key: [UInt8]) -> String {
    Hex.text(of: KeyedHash.hmacSHA256(Array(text.utf8), key: key))
  }

  /// The keyed hash of a recording from its SHA-256.
  func recordingHash(of sha256: String) -> RecordingHash {
    RecordingHash(text: keyedHash(of: sha256, for: .recording))
  }

  /// The hash of a history line, keyed in an encrypted store.
  func chainHash(of text: String) -> String {
    isSealing ? keyedHash(of: text, for: .chain) : Self.sha256(of: Array(text.utf8))
  }

  /// SHA-256 as hexadecimal digits.
  static func sha256(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes)) }
}
