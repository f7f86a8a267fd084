// Free space for memory-mapped files. SQLite maps the file `-shm` and writes the last byte of each page first, so the
// file system allocates a block there. With blocks smaller than pages, the rest of a page may have no block. On a full
// disk a write to that part ends the program with SIGBUS.

internal import Glibc

enum MappedFileSpace {
  /// Two of the parts that SQLite maps at once (32 KiB; "WAL-mode File Format", 2.2).
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
