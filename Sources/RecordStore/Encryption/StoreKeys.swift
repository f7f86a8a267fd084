// The keys of an encrypted store, from a private file or a pipe. `KeyFileText` has the format.

internal import VoiceTypes

/// The keys of a key file, at least one.
package struct StoreKeys: Sendable {
  /// Maximum size of a key file.
  private static let mostBytes = 1 << 14

  /// Permission bits of group and others.
  private static let othersMask: UInt16 = 0o077

  /// The same for a credential. systemd grants access by an access control list. Its mask replaces the group bits
  /// (acl(5)).
  private static let credentialMask: UInt16 = 0o037

  /// The key for new data.
  let first: StoreKey

  let others: [StoreKey]

  /// All keys, the first one first.
  var all: [StoreKey] { [first] + others }

  init(first: StoreKey, others: [StoreKey] = []) {
    (self.first, self.others) = (first, others)
  }

  /// A single key.
  package init?(bytes: [UInt8]) {
    guard let key = StoreKey(bytes) else { return nil }
    self.init(first: key)
  }

  /// Reads a key file, following links.
  package init(fileAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.othersMask)
  }

  /// Reads a systemd credential.
  init(credentialAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.credentialMask)
  }

  /// Reads keys from a pipe or private file up to its end.
  init(descriptor: Int32) throws(StoreError) {
    let file = InheritedDescriptor(descriptor: descriptor)
    let bytes: [UInt8]
    let facts: FileFacts
    do throws(FileSystemError) {
      facts = try file.facts()
      bytes = try file.read(atMost: Self.mostBytes)
    } catch {
      throw .keyFile(path: file.name, problem: error.reason)
    }
    if facts.kind == .file { try Self.check(facts, at: file.name, refusing: Self.othersMask) }
    try self.init(contents: bytes, of: file.name)
  }

  private init(at path: String, refusing mask: UInt16) throws(StoreError) {
    let bytes: [UInt8]
    let facts: FileFacts
    do throws(FileSystemError) {
      // The open file is checked, so a moved link does not matter.
      let file = try OpenFile(following: path, .read)
      facts = try file.facts()
      bytes =
        facts.kind == .file
        ? try file.read(from: 0, count: Self.mostBytes, expecting: Self.mostBytes) : []
    } catch {
      throw .keyFile(
        path: path, problem: error.isMissing ? "the file does not exist" : error.reason,
        isMissing: error.isMissing)
    }
    guard facts.kind == .file else {
      throw .keyFile(
        path: path, problem: "the path is not a regular file; give the path of the file itself")
    }
    try Self.check(facts, at: path, refusing: mask)
    try self.init(contents: bytes, of: path)
  }

  private static func check(
    _ facts: FileFacts, at path: String, refusing mask: UInt16
  ) throws(StoreError) {
    guard facts.permissions & mask == 0 else {
      throw .keyFile(path: path, problem: "other users can read it; run `chmod 600` on it")
    }
  }

  private init(contents: [UInt8], of path: String) throws(StoreError) {
    do throws(KeyFileText.Fault) {
      // A longer file is incomplete here, and may lack a key.
      guard contents.count < Self.mostBytes else { throw .init("the file is too large") }
      let keys = try KeyFileText.keys(in: contents)
      guard let first = keys.first else { throw .noKey }
      self.init(first: first, others: Array(keys.dropFirst()))
    } catch {
      throw .keyFile(path: path, problem: error.problem)
    }
  }
}

/// A key of 256 bits and its name.
package struct StoreKey: Sendable {
  /// Bytes of a key.
  static let byteCount = 32

  /// Hexadecimal digits of a default name [E].
  private static let nameDigits = 8

  /// Maximum length of a name, which is part of every document [E].
  private static let longestName = 32

  /// The name: 1 to 32 lower-case letters, digits and hyphens.
  let id: String

  let bytes: [UInt8]

  /// A key with its name, or with a hash of the key as name.
  init?(_ bytes: [UInt8], named id: String? = nil) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
    let own = StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: "", for: .keyName)
    self.id = id ?? String(own.prefix(Self.nameDigits))
  }

  static func isName(_ text: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return (1...longestName).contains(text.utf8.count) && text.utf8.allSatisfy(letters.contains)
  }

  /// A hash that identifies the key in a store.
  func check(in store: String) -> String {
    StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: store, for: .check)
  }
}

/// The source of the keys of an encrypted store.
package enum StoreKeySource: Sendable, Equatable {
  /// No keys: the store is not encrypted.
  case none
  /// A file or a symbolic link, as for secrets in containers.
  case file(String)
  /// An open descriptor of the parent process.
  case descriptor(Int32)
  /// A systemd credential.
  case credential(String)

  /// Reads the keys. A descriptor can be read once.
  package func keys() throws(StoreError) -> StoreKeys? {
    switch self {
    case .none: nil
    case .file(let path): try StoreKeys(fileAt: path)
    case .descriptor(let number): try StoreKeys(descriptor: number)
    case .credential(let path): try StoreKeys(credentialAt: path)
    }
  }
}
