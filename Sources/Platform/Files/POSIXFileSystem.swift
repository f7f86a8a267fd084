// POSIX file system. Only files of this folder call file functions of the system.
//
// Every pointer is to a zero-terminated path, to a `stat` that is filled, or to a buffer with its
// length. None outlives its call.

internal import Glibc

/// POSIX file system. Modes are set after creation, so that the umask has no effect.
package struct POSIXFileSystem: FileSystem {
  private static let blockBytes = 1 << 18

  /// Permissions of new files.
  private let access: FileAccess

  /// Creates a file system whose new files are for the owner only.
  package init() { access = FileAccess(group: nil) }

  private init(_ access: FileAccess) { self.access = access }

  /// File system with modes determined by the umask.
  package static let followingUmask = POSIXFileSystem(.ofUmask)

  /// File system whose new files are readable by all users.
  package static let readableByAll = POSIXFileSystem(.everybody)

  package func shared(with group: UInt32?) -> any FileSystem {
    POSIXFileSystem(FileAccess(group: group))
  }

  package func makeFolder(_ path: String) throws(FileSystemError) {
    let name = try Self.name(path, .makeFolder)
    try Self.check(unsafe mkdir(name, access.newFolderMode), .makeFolder, path)
    if access.followsUmask { return }
    try Self.check(unsafe chmod(name, access.newFolderMode), .makeFolder, path)
    guard access.group != nil else { return }
    try OpenFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, .makeFolder).set(access)
  }

  package func list(_ folder: String) throws(FileSystemError) -> [String] {
    let name = try Self.name(folder, .list)
    guard let stream = unsafe opendir(name) else { throw Self.fault(.list, folder) }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      // The name is zero-terminated and copied before the next entry is read.
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe Array(buffer.prefix { $0 != 0 })
      }
      names.append(bytes)
      errno = 0
    }
    guard errno == 0 else { throw Self.fault(.list, folder) }
    return names.filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
      .sorted { $0.lexicographicallyPrecedes($1) }.map(FileName.text(of:))
  }

  package func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    var status = stat()
    let name = try Self.name(path, .facts)
    guard unsafe lstat(name, &status) == 0 else {
      let fault = Self.fault(.facts, path)
      if fault.isMissing { return nil }
      throw fault
    }
    return FileFacts(status)
  }

  /// Metadata of a file after following links; nil if it does not exist.
  package func facts(following path: String) throws(FileSystemError) -> FileFacts? {
    var status = stat()
    let name = try Self.name(path, .facts)
    guard unsafe stat(name, &status) == 0 else {
      let fault = Self.fault(.facts, path)
      if fault.isMissing || fault.isLink { return nil }
      throw fault
    }
    return FileFacts(status)
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW, .read)
    let size = try file.size()
    return try file.read(from: 0, count: nil, expecting: size)
  }

  package func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    precondition(limit >= 0, "the limit must not be negative")
    let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW, .read)
    let size = try file.size()
    guard size <= limit else { throw .tooLarge(path, .read) }
    // Reading one byte more than the reported size detects growth without a large allocation.
    let bytes = try file.read(from: 0, count: size + 1, expecting: size + 1)
    guard bytes.count > size else { return bytes }
    guard size < limit else { throw .tooLarge(path, .read) }
    let whole = try file.read(from: 0, count: limit + 1, expecting: limit + 1)
    guard whole.count <= limit else { throw .tooLarge(path, .read) }
    return whole
  }

  package func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0, "offset and count must not be negative")
    return try OpenFile(path, O_RDONLY | O_NOFOLLOW, .read)
      .read(from: offset, count: count, expecting: count)
  }

  package func writers(of path: String) -> WriterCheck {
    // A failure to open the file implies nothing about writers.
    (try? OpenFile(path, O_RDONLY | O_NOFOLLOW, .writers).writers()) ?? .unknown
  }

  package func makePrivate(_ path: String) throws(FileSystemError) {
    try OpenFile(path, O_RDONLY | O_NOFOLLOW, .makePrivate).set(access)
  }

  package func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try OpenFile(path, flags, .create, newMode: access.newFileMode)
    do {
      try file.set(access)
      try file.write(bytes)
    } catch {
      // Remove a partial file, because its name would block a retry.
      _ = try? removeFile(path)
      throw error
    }
  }

  package func synchronizeFile(_ path: String) throws(FileSystemError) {
    try OpenFile(path, O_RDONLY | O_NOFOLLOW, .synchronizeFile).synchronize()
  }

  package func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY, .synchronizeFolder).synchronize()
  }

  package func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError) {
    let from = try Self.name(source, .rename)
    let to = try Self.name(target, .rename)
    switch rule {
    case .replacing: try Self.check(unsafe Glibc.rename(from, to), .rename, source)
    case .keepingExisting:
      // `link` fails for an existing target. (`renameat2` is atomic, but Swift's Glibc does not
      // export it. A crash between the two calls leaves both names of one file.)
      if unsafe Glibc.link(from, to) == 0 {
        try Self.check(unsafe unlink(from), .rename, source)
        return
      }
      // Folders, and file systems without hard links.
      guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else {
        throw Self.fault(.rename, source)
      }
      guard try facts(of: target) == nil else {
        throw FileSystemError(code: EEXIST, operation: .rename, path: source)
      }
      try Self.check(unsafe Glibc.rename(from, to), .rename, source)
    }
  }

  package func removeFile(_ path: String) throws(FileSystemError) {
    try Self.check(unsafe unlink(try Self.name(path, .removeFile)), .removeFile, path)
  }

  package func removeFolder(_ path: String) throws(FileSystemError) {
    try Self.check(unsafe rmdir(try Self.name(path, .removeFolder)), .removeFolder, path)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, .append)
    if try file.size() == 0 { try file.set(access) }
    try file.write(bytes)
  }

  package func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    let name = try Self.name(path, .truncate)
    try Self.check(unsafe Glibc.truncate(name, length), .truncate, path)
  }

  package func copy(_ source: String, to target: String) throws(FileSystemError) {
    let input = try OpenFile(source, O_RDONLY | O_NOFOLLOW, .copy)
    let output = try OpenFile(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, .copy)
    do {
      try output.set(access)
      var offset = 0
      while true {
        let block = try input.read(from: offset, count: Self.blockBytes, expecting: Self.blockBytes)
        if block.isEmpty { return }
        try output.write(block)
        offset += block.count
      }
    } catch {
      _ = try? removeFile(target)
      throw error
    }
  }

  package func link(_ source: String, to target: String) throws(FileSystemError) {
    let (from, to) = (try Self.name(source, .copy), try Self.name(target, .copy))
    guard unsafe Glibc.link(from, to) != 0 else { return }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(errno) else {
      throw Self.fault(.copy, source)
    }
    try copy(source, to: target)
    try synchronizeFile(target)
  }

  package func lock(
    _ path: String, _ rule: LockRule
  ) throws(FileSystemError) -> (any FileLock)? {
    try LockedFile(path, rule, access)
  }
}

// MARK: - Faults and paths

extension POSIXFileSystem {
  fileprivate static func check(
    _ result: Int32, _ operation: FileOperation, _ path: String
  ) throws(FileSystemError) {
    guard result == 0 else { throw fault(operation, path) }
  }

  static func fault(_ operation: FileOperation, _ path: String) -> FileSystemError {
    FileSystemError(code: errno, operation: operation, path: path)
  }

  /// Encodes a path for system calls. Throws for a path that contains a zero.
  static func name(
    _ path: String, _ operation: FileOperation
  ) throws(FileSystemError) -> [CChar] {
    guard !path.utf8.contains(0) else {
      throw FileSystemError(code: ENOENT, operation: operation, path: path)
    }
    return FileName.systemPath(of: path)
  }
}

extension FileFacts {
  init(_ status: stat) {
    let kind: FileKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind, size: status.st_size,
      modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
        + Int64(status.st_mtim.tv_nsec),
      place: (inode: UInt64(status.st_ino), device: UInt64(status.st_dev)))
    changedNanoseconds =
      Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    permissions = UInt16(status.st_mode & 0o7777)
    group = status.st_gid
    isOwn = status.st_uid == geteuid()
  }
}
