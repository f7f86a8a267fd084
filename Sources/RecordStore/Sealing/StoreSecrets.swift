// What is derived from the secret of a store: one key for each use, so that no two uses can be played
// against each other (HKDF, RFC 5869). The secret never changes, because logs and names of files hold
// what is derived from it. That of an encrypted store lies in it encrypted (`Keyring`), or is the key
// itself where there was one key only. Without a key file the hashes of people's identifiers are
// still keyed, by a secret that lies in the store: it keeps them from being guessed by somebody
// who sees logs, not by somebody who sees the store.

internal import Platform
internal import VoiceTypes

/// Keys of a store.
struct StoreSecrets: Sendable {
  private let root: [UInt8]

  /// Whether documents are encrypted and chains keyed.
  let isSealing: Bool

  /// Keys of a store of this secret.
  init(secret: [UInt8], isSealing: Bool) {
    root = secret
    self.isSealing = isSealing
  }

  /// Chance from the system's generator, in bytes.
  static func random(bytes count: Int) -> [UInt8] { RandomBytes.make(count) }

  /// The uses of keys; the raw values are part of the format.
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

  /// A hash of a text that nobody without the key can compute, as hexadecimal digits.
  func keyedHash(of text: String, for use: Use) -> String {
    Self.keyedHash(of: text, by: key(for: use))
  }

  /// The same, by a key that was derived before.
  static func keyedHash(of text: String, by key: [UInt8]) -> String {
    Hex.text(of: KeyedHash.hmacSHA256(Array(text.utf8), key: key))
  }

  /// A recording as the index knows it, by the SHA-256 of its bytes.
  func recordingHash(of sha256: String) -> RecordingHash {
    RecordingHash(text: keyedHash(of: sha256, for: .recording))
  }

  /// The hash of a line of a chain: keyed in an encrypted store.
  func chainHash(of text: String) -> String {
    isSealing ? keyedHash(of: text, for: .chain) : Self.sha256(of: Array(text.utf8))
  }

  /// SHA-256 as hexadecimal digits.
  static func sha256(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes)) }
}
