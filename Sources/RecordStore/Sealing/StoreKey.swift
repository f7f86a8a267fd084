// The key of an encrypted store, from a file that only its owner may read, or from a pipe.

internal import Crypto
internal import VoiceTypes

/// A key of 256 bits.
package struct StoreKey: Sendable {
  private static let byteCount = 32

  /// More than any key has: a file named by mistake is not read whole.
  private static let mostBytes = 1 << 12

  /// Bits that let somebody other than the owner at a file.
  private static let othersMask: UInt16 = 0o077

  /// The same for a credential. systemd gives the user of a service the right to read it by an access
  /// control list, whose mask stands where the rights of the group do (acl(5)).
  private static let credentialMask: UInt16 = 0o037

  let key: SymmetricKey

  /// A key from its bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// Reads a key file, or the one that a link leads to: 32 bytes, or 64 hexadecimal digits with or
  /// without a line end.
  package init(fileAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.othersMask)
  }

  /// Reads a key that systemd gave a service.
  init(credentialAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.credentialMask)
  }

  /// Reads a key from a descriptor up to its end: a pipe, or a file that others may not read.
  init(descriptor: Int32) throws(StoreError) {
    let file = InheritedFile(descriptor: descriptor)
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
      // What is looked at is what is read, also where a link is moved to another key meanwhile.
      let file = try OpenFile(following: path, .read)
      facts = try file.facts()
      bytes =
        facts.kind == .file
        ? try file.read(from: 0, count: Self.mostBytes, expecting: Self.mostBytes) : []
    } catch {
      throw .keyFile(
        path: path, problem: error.isMissing ? "there is no such file" : error.reason)
    }
    guard facts.kind == .file else {
      throw .keyFile(
        path: path, problem: "it is not a plain file; give the path of the file itself")
    }
    try Self.check(facts, at: path, refusing: mask)
    try self.init(contents: bytes, of: path)
  }

  private static func check(
    _ facts: FileFacts, at path: String, refusing mask: UInt16
  ) throws(StoreError) {
    guard facts.permissions & mask == 0 else {
      throw .keyFile(path: path, problem: "others may read it; run `chmod 600` on it")
    }
  }

  private init(contents: [UInt8], of path: String) throws(StoreError) {
    guard let key = StoreKey(contents: contents) else {
      throw .keyFile(
        path: path,
        problem: "it holds neither 32 bytes nor 64 hexadecimal digits; "
          + "make one with `head -c 32 /dev/urandom`")
    }
    self = key
  }

  private init?(contents: [UInt8]) {
    if contents.count == Self.byteCount {
      self.init(bytes: contents)
      return
    }
    let digits = contents.last == UInt8(ascii: "\n") ? contents.dropLast() : contents[...]
    guard let bytes = Hex.bytes(of: Array(digits)) else { return nil }
    self.init(bytes: bytes)
  }
}
