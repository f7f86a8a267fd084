// The key of an encrypted store, from a file that only its owner may read.

internal import Crypto
internal import VoiceTypes

/// A key of 256 bits.
package struct StoreKey: Sendable {
  private static let byteCount = 32

  /// Bits that let somebody other than the owner at a file.
  private static let othersMask: UInt16 = 0o077

  let key: SymmetricKey

  /// A key from its bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// Reads a key file: 32 bytes, or 64 hexadecimal digits with or without a line end.
  package init(fileAt path: String, _ fileSystem: any FileSystem) throws(StoreError) {
    let disk = Disk(fileSystem: fileSystem)
    guard let facts = try disk.facts(of: path), let bytes = try disk.readIfPresent(path) else {
      throw .keyFile(path: path, problem: "there is no such file")
    }
    guard facts.kind == .file else {
      throw .keyFile(
        path: path, problem: "it is not a plain file; give the path of the file itself")
    }
    guard facts.permissions & Self.othersMask == 0 else {
      throw .keyFile(path: path, problem: "others may read it; run `chmod 600` on it")
    }
    guard let key = StoreKey(contents: bytes) else {
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
