// Hashes of files that need not fit into memory.

internal import VoiceTypes

extension FileSystem {
  /// SHA-256 of a file as hexadecimal digits, read block by block; nil for one that has more bytes
  /// than `limit`, of which no more than that is read.
  package func sha256(of path: String, atMost limit: Int) throws(FileSystemError) -> String? {
    var hash = SHA256()
    var offset = 0
    while true {
      let block = try read(path, from: offset, count: HashedBlock.bytes)
      offset += block.count
      if offset > limit { return nil }
      hash.update(block)
      // A short block is the last one; at its end another program may still be writing.
      if block.count < HashedBlock.bytes { return Hex.text(of: hash.finalize()) }
    }
  }
}

/// What is hashed at a time.
private enum HashedBlock {
  /// Large enough that opening the file for each costs nothing beside the hash [E].
  static let bytes = 1 << 20
}
