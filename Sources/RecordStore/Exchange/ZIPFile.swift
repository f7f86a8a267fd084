// ZIP files through libarchive, which is used here alone. It is given names and bytes and asked for
// names and bytes: it never makes a file from what an archive says, so that no name in an archive
// leads anywhere.

internal import CArchive

/// Why a ZIP file cannot be written or read, in libarchive's words.
struct ZIPFault: Error, Equatable {
  let problem: String
}

/// A ZIP file that is being written.
@safe
final class ZIPWriter {
  private static let fileMode: UInt32 = 0o600
  private let archive: OpaquePointer

  /// Begins a ZIP in a file, whose name is given in bytes; what is in it is lost.
  init(at name: [UInt8]) throws(ZIPFault) {
    guard let made = unsafe archive_write_new() else {
      throw ZIPFault(problem: "out of memory")
    }
    unsafe archive = made
    let path = name.map { CChar(bitPattern: $0) } + [0]
    try check(unsafe archive_write_set_format_zip(archive))
    // The bytes of the file are the archive: no block is filled up at its end.
    try check(unsafe archive_write_set_bytes_in_last_block(archive, 1))
    // The name ends with a zero and is copied before the call returns.
    try check(unsafe archive_write_open_filename(archive, path))
  }

  // Frees what is left of an archive, closed or not.
  deinit { _ = unsafe archive_write_free(archive) }

  /// Adds a file. No times, no owners: the same contents give the same ZIP.
  func add(_ bytes: [UInt8], as name: String) throws(ZIPFault) {
    guard let entry = unsafe archive_entry_new() else {
      throw ZIPFault(problem: "out of memory")
    }
    // Freed once, when nothing uses it any longer.
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_size(entry, Int64(bytes.count))
    unsafe archive_entry_set_perm(entry, Self.fileMode)
    unsafe sagevoice_entry_set_file(entry)
    try check(unsafe archive_write_header(archive, entry))
    var written = 0
    while written < bytes.count {
      // The part of the buffer behind `written`, which is smaller than its count.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe archive_write_data(archive, rest.baseAddress, rest.count)
      }
      guard count > 0 else { throw fault }
      written += count
    }
    try check(unsafe archive_write_finish_entry(archive))
  }

  /// Writes what is still to be written; nothing can be added afterwards.
  func finish() throws(ZIPFault) { try check(unsafe archive_write_close(archive)) }

  private func check(_ status: Int32) throws(ZIPFault) {
    guard status == ARCHIVE_OK else { throw fault }
  }

  private var fault: ZIPFault { ZIPFault(problem: unsafe message(of: archive)) }
}

/// What stands at a place of a ZIP file.
struct ZIPEntry {
  /// What it is.
  enum Kind {
    case file
    case folder
    /// A link, a device, or something encrypted.
    case other
  }

  /// Its name; nil when it is no text.
  let name: String?

  let kind: Kind
}

/// A ZIP file that is being read, from its first entry to its last.
@safe
final class ZIPReader {
  private static let blockBytes = 1 << 16
  private let archive: OpaquePointer

  /// Opens the ZIP in a file, whose name is given in bytes.
  init(at name: [UInt8]) throws(ZIPFault) {
    guard let made = unsafe archive_read_new() else { throw ZIPFault(problem: "out of memory") }
    unsafe archive = made
    let path = name.map { CChar(bitPattern: $0) } + [0]
    try check(unsafe archive_read_support_format_zip(archive))
    // The name ends with a zero and is copied before the call returns.
    try check(unsafe archive_read_open_filename(archive, path, Self.blockBytes))
  }

  // Closes the file and frees the archive.
  deinit { _ = unsafe archive_read_free(archive) }

  /// The next entry; nil at the end.
  func next() throws(ZIPFault) -> ZIPEntry? {
    var entry: OpaquePointer?
    let status = unsafe archive_read_next_header(archive, &entry)
    if status == ARCHIVE_EOF { return nil }
    // A warning is about a name that is no text; such an entry is returned without one.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe entry else {
      throw fault
    }
    // The entry belongs to the archive and stays as it is until the next header is read; its name
    // ends with a zero and is copied here.
    let name = unsafe archive_entry_pathname(entry).flatMap { unsafe String(validatingCString: $0) }
    let isFolder = unsafe sagevoice_entry_is_folder(entry) != 0
    let isFile = unsafe sagevoice_entry_is_file(entry) != 0
    let isEncrypted = unsafe archive_entry_is_encrypted(entry) != 0
    let kind: ZIPEntry.Kind = isFolder ? .folder : isFile && !isEncrypted ? .file : .other
    return ZIPEntry(name: name, kind: kind)
  }

  /// The bytes of the entry; one more than `limit` when there are more, whatever the archive says
  /// of their number.
  func read(limit: Int) throws(ZIPFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    while bytes.count <= limit {
      // At most as many bytes are written as the buffer has.
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        unsafe archive_read_data(archive, buffer.baseAddress, buffer.count)
      }
      guard count >= 0 else { throw fault }
      if count == 0 { break }
      bytes += block.prefix(min(count, limit + 1 - bytes.count))
    }
    return bytes
  }

  private func check(_ status: Int32) throws(ZIPFault) {
    guard status == ARCHIVE_OK else { throw fault }
  }

  private var fault: ZIPFault { ZIPFault(problem: unsafe message(of: archive)) }
}

/// What libarchive says of its last fault.
@unsafe
private func message(of archive: OpaquePointer) -> String {
  // The text ends with a zero, belongs to the archive, and is copied before it is used again.
  let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
  return text ?? "libarchive reported no reason"
}
