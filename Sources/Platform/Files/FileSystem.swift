// File system operations of the store. Each operation is a single step, so that tests can inject a
// failure at every step.

internal import VoiceTypes

/// Kind of a directory entry.
package enum FileKind: Sendable, Equatable {
  case file
  case folder
  /// Symbolic link, not followed.
  case link
  /// Pipe, socket or device.
  case other
}

/// File metadata from `stat`.
package struct FileFacts: Sendable, Equatable {
  /// Kind of the file.
  package var kind: FileKind

  /// Size in bytes.
  package var size: Int

  /// Modification time in nanoseconds since 1970-01-01T00:00:00Z.
  package var modifiedNanoseconds: Int64

  /// Status change time in nanoseconds since 1970-01-01T00:00:00Z. Programs cannot set it. Zero if
  /// the file system does not report it.
  package var changedNanoseconds: Int64 = 0

  /// Inode number.
  package var inode: UInt64

  /// Device number. A rename requires equal devices.
  package var device: UInt64

  /// Lowest twelve bits of the mode, such as `0o600`.
  package var permissions: UInt16

  /// Group of the file.
  package var group: UInt32 = 0

  /// Whether the file belongs to the user of this program.
  package var isOwn = true

  /// Creates metadata of an own file with permissions 0.
  package init(
    kind: FileKind, size: Int, modifiedNanoseconds: Int64, place: (inode: UInt64, device: UInt64)
  ) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    inode = place.inode
    device = place.device
    permissions = 0
  }
}

/// Handling of an existing target of a rename.
package enum RenameRule: Sendable {
  case replacing
  /// Fails with `isExisting`.
  case keepingExisting
}

/// Whether another process has a file open for writing.
package enum WriterCheck: Sendable, Equatable {
  case none
  case some
  /// Not determined: the file belongs to another user, or the file system has no leases.
  case unknown
}

/// Mode of a lock request.
package enum LockRule: Sendable {
  /// Waits for an exclusive lock.
  case exclusive
  /// Waits for a shared lock.
  case shared
  /// Returns no lock if another holder exists.
  case exclusiveIfFree
  /// Returns no lock if an exclusive holder exists.
  case sharedIfFree
}

/// Lock on a file until its release or deallocation. The system releases the locks of a terminated
/// process.
package protocol FileLock: Sendable {
  /// Downgrades an exclusive lock to a shared one.
  func share()

  /// Releases the lock. Repeated calls have no effect.
  func release()
}

/// File system operations. Each of them may fail.
///
/// Paths are strings. Escapes encode bytes that are not UTF-8 (`FileName`). Swift compares
/// strings by canonical equivalence, so equal strings may name different files; compare their UTF-8
/// instead.
package protocol FileSystem: Sendable {
  /// Returns the same file system with other permissions for new files. A group gets read access
  /// (files 0640, folders 2750); nil means owner only.
  func shared(with group: UInt32?) -> any FileSystem

  /// Creates a folder for its owner only (0700). Fails if it exists.
  func makeFolder(_ path: String) throws(FileSystemError)

  /// Names in a folder in byte order, without `.` and `..`.
  func list(_ folder: String) throws(FileSystemError) -> [String]

  /// Metadata of a file without following links; nil if it does not exist.
  func facts(of path: String) throws(FileSystemError) -> FileFacts?

  /// Reads a file written by this program. Fails for symbolic links, as do all read functions.
  func read(_ path: String) throws(FileSystemError) -> [UInt8]

  /// Reads a file of any origin. Fails with `isTooLarge` above `limit` bytes, even for a growing
  /// file, and reads no more than that.
  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8]

  /// Reads `count` bytes from `offset`, or fewer at the end of the file.
  func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8]

  /// Whether another process has a file open for writing.
  func writers(of path: String) -> WriterCheck

  /// Sets the permissions of an existing file or folder to those of a new one.
  func makePrivate(_ path: String) throws(FileSystemError)

  /// Creates a file for its owner only (0600), without fsync. Fails if it exists.
  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError)

  /// Performs fsync on a file.
  func synchronizeFile(_ path: String) throws(FileSystemError)

  /// Performs fsync on a folder.
  func synchronizeFolder(_ path: String) throws(FileSystemError)

  /// Renames a file on the same device.
  func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError)

  /// Removes a file.
  func removeFile(_ path: String) throws(FileSystemError)

  /// Removes an empty folder.
  func removeFolder(_ path: String) throws(FileSystemError)

  /// Appends bytes to a file and creates it (0600) if missing. A failure may leave a part of them.
  func append(_ bytes: [UInt8], to path: String) throws(FileSystemError)

  /// Truncates a file.
  func truncate(_ path: String, to length: Int) throws(FileSystemError)

  /// Copies a file block by block to a new file (0600), without fsync. Fails if the target exists.
  func copy(_ source: String, to target: String) throws(FileSystemError)

  /// Creates a second name of a file, or a durable copy if the file system has no hard links. Fails if the target exists.
  func link(_ source: String, to target: String) throws(FileSystemError)

  /// Locks a file and creates it if missing. Returns nil if it is locked and the rule does not
  /// wait.
  func lock(_ path: String, _ rule: LockRule) throws(FileSystemError) -> (any FileLock)?
}

extension FileSystem {
  /// File systems without groups ignore the group.
  package func shared(with group: UInt32?) -> any FileSystem { self }

  /// File systems without hard links copy the file.
  package func link(_ source: String, to target: String) throws(FileSystemError) {
    try copy(source, to: target)
    try synchronizeFile(target)
  }
}

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
