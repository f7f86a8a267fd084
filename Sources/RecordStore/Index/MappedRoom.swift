// Room for files that are mapped into memory. SQLite maps the file `-shm` of the index, and writes the last byte of each
// of its pages first, which has the file system find a block for it. Where blocks are smaller than pages the rest of a page may
// still have none, and on a full disk whoever writes there is ended by SIGBUS.

internal import Glibc

/// What a file system has left for files that are mapped.
enum MappedRoom {
  /// Two of the pieces that SQLite maps at a time (32 KiB; "WAL-mode File Format", 2.2).
  private static let bytesNeeded = 64 << 10

  /// Whether a page of a mapped file in a folder may find no block.
  static func isUncertain(in folder: String) -> Bool {
    var facts = statvfs()
    // The system fills one `statvfs`.
    guard unsafe statvfs(folder, &facts) == 0 else { return false }
    return facts.f_frsize < UInt(getpagesize())
      && facts.f_bavail < UInt(bytesNeeded) / max(1, facts.f_frsize)
  }
}
