// A document at rest: a line of JSON that says what follows, then AES-256-GCM's nonce, ciphertext
// and tag. The line, the session and the name are authenticated with it, so that no file can be
// put in the place of another.

internal import Crypto
internal import VoiceTypes

/// What a sealed document belongs to.
struct SealedPlace {
  /// The session, or what else owns the document.
  let owner: String

  /// The name within its owner.
  let name: String
}

/// Encrypts and decrypts documents.
struct Sealing {
  /// The name and number of the format.
  static let schema = "sagevoice/sealed/1"

  private let key: SymmetricKey

  init(_ secrets: StoreSecrets) { key = secrets.key(for: .sealing) }

  /// Whether the bytes are of a sealed document.
  static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: head.dropLast(2)) }

  private static var head: [UInt8] {
    let line: JSONValue = ["schema": .string(schema), "cipher": "AES-256-GCM"]
    return line.lineBytes
  }

  func seal(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(bytes, using: key, authenticating: Self.authenticated(place))
      return Self.head + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    } catch {
      throw .unusable("\(place.name) could not be encrypted")
    }
  }

  func open(_ bytes: [UInt8], of place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard bytes.starts(with: Self.head) else {
      throw .damaged(path: place.name, problem: "it does not start as an encrypted document does")
    }
    do {
      let box = try AES.GCM.SealedBox(combined: Array(bytes.dropFirst(Self.head.count)))
      return Array(try AES.GCM.open(box, using: key, authenticating: Self.authenticated(place)))
    } catch {
      throw .damaged(
        path: place.name,
        problem: "its encryption does not hold: it was changed, or belongs elsewhere")
    }
  }

  private static func authenticated(_ place: SealedPlace) -> [UInt8] {
    head + Array(place.owner.utf8) + [0] + Array(place.name.utf8)
  }
}

extension RecordStore {
  /// Bytes as the store keeps them: encrypted, if the store is.
  func sealed(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard let sealing else { return bytes }
    return try sealing.seal(bytes, for: place)
  }

  /// Bytes that the store kept, as they were before.
  func opened(_ bytes: [UInt8], of place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard let sealing else { return bytes }
    return try sealing.open(bytes, of: place)
  }
}
