// The keys of an encrypted store, from a file that only its owner may read, or from a pipe. (What may
// stand in it is told in KeyFileText.swift.)

internal import VoiceTypes

/// The keys of a key file: one at least.
package struct StoreKeys: Sendable {
  /// More than any key file has: a file named by mistake is not read whole.
  private static let mostBytes = 1 << 14

  /// Bits that let somebody other than the owner at a file.
  private static let othersMask: UInt16 = 0o077

  /// The same for a credential. systemd gives the user of a service the right to read it by an access
  /// control list, whose mask stands where the rights of the group do (acl(5)).
  private static let credentialMask: UInt16 = 0o037

  /// That of what is written from now on.
  let first: StoreKey

  /// Those that came before it.
  let others: [StoreKey]

  /// All of them, the first one first.
  var all: [StoreKey] { [first] + others }

  init(first: StoreKey, others: [StoreKey] = []) {
    (self.first, self.others) = (first, others)
  }

  /// One key from its bytes.
  package init?(bytes: [UInt8]) {
    guard let key = StoreKey(bytes) else { return nil }
    self.init(first: key)
  }

  /// Reads a key file, or the one that a link leads to.
  package init(fileAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.othersMask)
  }

  /// Reads the keys that systemd gave a service.
  init(credentialAt path: String) throws(StoreError) {
    try self.init(at: path, refusing: Self.credentialMask)
  }

  /// Reads keys from a descriptor up to its end: a pipe, or a file that others may not read.
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
      // What is looked at is what is read, also where a link is moved to another key meanwhile.
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
      // What is longer was read in part only, and a key may have been left out.
      guard contents.count < Self.mostBytes else { throw .init("the file is too large") }
      let keys = try KeyFileText.keys(in: contents)
      guard let first = keys.first else { throw .noKey }
      self.init(first: first, others: Array(keys.dropFirst()))
    } catch {
      throw .keyFile(path: path, problem: error.problem)
    }
  }
}
