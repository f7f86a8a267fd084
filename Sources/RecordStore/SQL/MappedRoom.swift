// Free space for files that are mapped into memory. SQLite maps the file `-shm`, and writes the last byte of each of its pages
// first, so that the file system allocates a block. Where blocks are smaller than pages, the rest of a page may have none, and on
// a full disk a write there ends the program by SIGBUS.

internal import Glibc

/// The free space of a file system for mapped files.
enum MappedRoom {
  /// Two of the parts that SQLite maps at a time (32 KiB; "WAL-mode File Format", 2.2).
  private static let bytesNeeded = 64 << 10

  /// Whether the file system may have no block for a page of a mapped file.
  static func isUncertain(in folder: String) -> Bool {
    var facts = statvfs()
    // The system fills one `statvfs`.
    guard unsafe statvfs(folder, &facts) == 0 else { return false }
    return facts.f_frsize < UInt(getpagesize())
      && facts.f_bavail < UInt(bytesNeeded) / max(1, facts.f_frsize)
  }
}
