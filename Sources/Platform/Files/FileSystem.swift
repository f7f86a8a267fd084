// What the store asks of a file system, in steps small enough that each either happens or fails.
// Whoever writes durably names every step; whoever tests can fail every step.

/// What a name in a folder stands for.
package enum FileKind: Sendable, Equatable {
  case file
  case folder
  /// A symbolic link, which is not followed.
  case link
  /// A pipe, a socket or a device.
  case other
}

/// What the system knows of a file without opening it.
package struct FileFacts: Sendable, Equatable {
  /// What it is.
  package var kind: FileKind

  /// The number of its bytes.
  package var size: Int

  /// When its bytes last changed, in nanoseconds since 1970-01-01T00:00:00Z.
  package var modifiedNanoseconds: Int64

  /// When anything of it last changed, in nanoseconds since 1970-01-01T00:00:00Z: its bytes, or the
  /// names in a folder, or its mode; nobody can set it. Zero where the file system does not say.
  package var changedNanoseconds: Int64 = 0

  /// Its number on its device.
  package var inode: UInt64

  /// The device it lies on: two files of one device can be renamed into each other's folders.
  package var device: UInt64

  /// The lowest twelve bits of its mode, such as `0o600`.
  package var permissions: UInt16

  /// The number of the group that the middle three bits of its mode are for.
  package var group: UInt32 = 0

  /// Whether it belongs to the user of this program.
  package var isOwn = true

  /// A file of this user whose permissions are not known yet: none until they are set.
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

/// What a renaming does to a file that has the new name already.
package enum RenameRule: Sendable {
  case replacing
  /// Fails with `isExisting`.
  case keepingExisting
}

/// Whether somebody has a file open for writing.
package enum WriterCheck: Sendable, Equatable {
  case none
  case some
  /// The system does not say: the file is another user's, or its file system keeps no account.
  case unknown
}

/// Who else may hold a lock, and whether to wait for them.
package enum LockRule: Sendable {
  /// Waits until nobody else holds it.
  case exclusive
  /// Waits until nobody holds it alone.
  case shared
  /// No lock when it is not free.
  case exclusiveIfFree
  /// No lock when somebody holds it alone.
  case sharedIfFree
}

/// A lock on a file, held until it is released or forgotten; the system frees the locks of a
/// process that dies.
package protocol FileLock: Sendable {
  /// Lets others share a lock that was held alone.
  func share()

  /// Gives the lock back; doing so twice is no fault.
  func release()
}

/// Steps on files, each of which may fail.
///
/// Paths are texts. A name that is not UTF-8 is given, and taken, with stand-ins for its stray bytes
/// (`FileName`). Two texts that Swift holds for equal may be the names of two files, since equality
/// of texts ignores how accents are composed: whoever keeps names apart compares their UTF-8.
package protocol FileSystem: Sendable {
  /// The same files, of which those that are made may be read by a group besides (0640, folders 0750
  /// with the bit that hands the group on), or by nobody else.
  func shared(with group: UInt32?) -> any FileSystem

  /// Makes a folder for its owner alone (0700); one that exists is an error.
  func makeFolder(_ path: String) throws(FileSystemError)

  /// The names in a folder in the order of their bytes, without `.` and `..`.
  func list(_ folder: String) throws(FileSystemError) -> [String]

  /// What is known of a file without following a link; nil when there is none.
  func facts(of path: String) throws(FileSystemError) -> FileFacts?

  /// All bytes of a file that this program wrote; a link in its place is a fault, here and in all
  /// that reads.
  func read(_ path: String) throws(FileSystemError) -> [UInt8]

  /// All bytes of a file that may be anybody's: one that has more than `limit` is a fault
  /// (`isTooLarge`), of which no more than that is read, however it grows meanwhile.
  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8]

  /// Bytes of a file from `offset` on: `count`, or fewer at its end.
  func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8]

  /// Whether somebody has a file open for writing now.
  func writers(of path: String) -> WriterCheck

  /// Leaves a file or a folder to those for whom it would be made.
  func makePrivate(_ path: String) throws(FileSystemError)

  /// Makes a file for its owner alone (0600) with these bytes, which are not yet durable; one that
  /// exists is an error.
  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError)

  /// Returns when the bytes of a file are on the device.
  func synchronizeFile(_ path: String) throws(FileSystemError)

  /// Returns when the names in a folder are on the device.
  func synchronizeFolder(_ path: String) throws(FileSystemError)

  /// Gives a file another name on the same device, at once.
  func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError)

  /// Removes a file.
  func removeFile(_ path: String) throws(FileSystemError)

  /// Removes a folder that is empty.
  func removeFolder(_ path: String) throws(FileSystemError)

  /// Adds bytes at the end of a file, which is made (0600) when it is missing; a fault may leave
  /// some of them there.
  func append(_ bytes: [UInt8], to path: String) throws(FileSystemError)

  /// Cuts a file.
  func truncate(_ path: String, to length: Int) throws(FileSystemError)

  /// Copies a file block by block into one (0600) that must not exist; not yet durable.
  func copy(_ source: String, to target: String) throws(FileSystemError)

  /// Locks a file, which is made when it is missing; nil when it is not free and is not waited for.
  func lock(_ path: String, _ rule: LockRule) throws(FileSystemError) -> (any FileLock)?
}

extension FileSystem {
  /// Where files have no groups, there is nobody to share them with.
  package func shared(with group: UInt32?) -> any FileSystem { self }
}
