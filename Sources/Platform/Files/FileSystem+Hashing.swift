internal import VoiceTypes

extension FileSystem {
  /// SHA-256 of a file as hexadecimal digits, read block by block. Returns nil for a file larger
  /// than `limit` bytes, after at most one block more.
  package func sha256(of path: String, atMost limit: Int) throws(FileSystemError) -> String? {
    var hash = SHA256()
    var offset = 0
    while true {
      let block = try read(path, from: offset, count: HashedBlock.bytes)
      offset += block.count
      if offset > limit { return nil }
      hash.update(block)
      // A short block is the last one, even if another program still appends.
      if block.count < HashedBlock.bytes { return Hex.text(of: hash.finalize()) }
    }
  }
}

/// Block size of hashing.
private enum HashedBlock {
  /// Large enough to make the cost of reopening the file per block negligible [E].
  static let bytes = 1 << 20
}
