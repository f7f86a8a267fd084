// ZIP files by libarchive. This file alone uses libarchive. It reads and writes names and bytes, and never creates
// files from an archive.

internal import CArchive

struct ZIPFault: Error, Equatable {
  let problem: String
}

/// A ZIP file for writing.
@safe
final class ZIPWriter {
  private static let fileMode: UInt32 = 0o600
  private let archive: OpaquePointer

  /// Creates or truncates the file of this name in bytes.
  init(at name: [UInt8]) throws(ZIPFault) {
    guard let made = unsafe archive_write_new() else { throw ZIPFault(problem: "out of memory") }
    unsafe archive = made
    let path = name.map { CChar(bitPattern: $0) } + [0]
    try check(unsafe archive_write_set_format_zip(archive))
    // No padding after the archive.
    try check(unsafe archive_write_set_bytes_in_last_block(archive, 1))
    // The name ends with a zero and is copied before the call returns.
    try check(unsafe archive_write_open_filename(archive, path))
  }

  // Frees the archive.
  deinit { _ = unsafe archive_write_free(archive) }

  /// Adds a file without times and owners. The same contents give the same ZIP.
  func add(_ bytes: [UInt8], as name: String) throws(ZIPFault) {
    guard let entry = unsafe archive_entry_new() else { throw ZIPFault(problem: "out of memory") }
    // Freed once, after its last use.
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_size(entry, Int64(bytes.count))
    unsafe archive_entry_set_perm(entry, Self.fileMode)
    unsafe sagevoice_entry_set_file(entry)
    try check(unsafe archive_write_header(archive, entry))
    var written = 0
    while written < bytes.count {
      // The rest of the buffer after `written`, which is below its count.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe archive_write_data(archive, rest.baseAddress, rest.count)
      }
      guard count > 0 else { throw fault }
      written += count
    }
    try check(unsafe archive_write_finish_entry(archive))
  }

  /// Completes the archive. Later calls of `add` fail.
  func finish() throws(ZIPFault) { try check(unsafe archive_write_close(archive)) }

  private func check(_ status: Int32) throws(ZIPFault) {
    guard status == ARCHIVE_OK else { throw fault }
  }

  private var fault: ZIPFault { ZIPFault(problem: unsafe message(of: archive)) }
}

struct ZIPEntry {
  enum Kind {
    case file
    case folder
    /// A link, a device or an encrypted entry.
    case other
  }

  /// The name. Nil if it is no valid text.
  let name: String?

  let kind: Kind
}

/// A ZIP file for sequential reading.
@safe
final class ZIPReader {
  private static let blockBytes = 1 << 16
  private let archive: OpaquePointer

  /// Opens the file of this name in bytes.
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

  /// The next entry. Nil after the last one.
  func next() throws(ZIPFault) -> ZIPEntry? {
    var entry: OpaquePointer?
    let status = unsafe archive_read_next_header(archive, &entry)
    if status == ARCHIVE_EOF { return nil }
    // libarchive warns about names that are no valid text. Such entries have no name.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe entry else {
      throw fault
    }
    // The name belongs to the entry until the next header is read. It ends with a zero and is copied here.
    let name = unsafe archive_entry_pathname(entry).flatMap { unsafe String(validatingCString: $0) }
    let isFolder = unsafe sagevoice_entry_is_folder(entry) != 0
    let isFile = unsafe sagevoice_entry_is_file(entry) != 0
    let isEncrypted = unsafe archive_entry_is_encrypted(entry) != 0
    let kind: ZIPEntry.Kind = isFolder ? .folder : isFile && !isEncrypted ? .file : .other
    return ZIPEntry(name: name, kind: kind)
  }

  /// The bytes of the entry, at most `limit + 1`. The size in the archive is not trusted.
  func read(limit: Int) throws(ZIPFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    while bytes.count <= limit {
      // libarchive writes at most the count of the buffer.
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

/// The last error message of libarchive.
@unsafe
private func message(of archive: OpaquePointer) -> String {
  // The text ends with a zero, belongs to the archive, and is copied before the next call.
  let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
  return text ?? "libarchive reported no reason"
}
