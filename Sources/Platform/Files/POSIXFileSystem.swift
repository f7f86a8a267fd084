// The file system of the machine. Only the files of this folder ask the system for files.
//
// Every pointer handed to the system here is that of an array of bytes that ends with a zero (a
// path), of a `stat` it fills, or of a buffer whose length goes with it; none outlives its call.

internal import Glibc

/// The machine's file system. Modes are set after a file is made, so that the umask has no say.
package struct POSIXFileSystem: FileSystem {
  private static let blockBytes = 1 << 18

  /// Who may read what is made.
  private let access: FileAccess

  /// The file system, of which what is made is its owner's alone.
  package init() { access = FileAccess(group: nil) }

  private init(_ access: FileAccess) { self.access = access }

  /// The file system, of which what is made has the modes that the umask leaves.
  package static let followingUmask = POSIXFileSystem(.ofUmask)

  /// The file system, of which every user may read the files that are made.
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
      // The name of an entry ends with a zero and is copied before the next entry is read.
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

  /// What is known of the file that a path leads to, through links; nil when there is none.
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
    precondition(limit >= 0, "a bound is a number of bytes")
    let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW, .read)
    let size = try file.size()
    guard size <= limit else { throw .tooLarge(path, .read) }
    // One byte more than the file is said to have tells whether it grew, which no room is made for.
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
    precondition(offset >= 0 && count >= 0, "a part of a file has a start and a length")
    return try OpenFile(path, O_RDONLY | O_NOFOLLOW, .read)
      .read(from: offset, count: count, expecting: count)
  }

  package func writers(of path: String) -> WriterCheck {
    // A failure to open it says nothing of others.
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
      // A half-written file is of no use to anybody, and its name would stand in the way.
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
      // A second name is refused where one exists. (`renameat2` would do both at once, but Swift's
      // Glibc does not offer it; a crash between the two leaves both names, which are one file.)
      if unsafe link(from, to) == 0 {
        try Self.check(unsafe unlink(from), .rename, source)
        return
      }
      // Folders, and file systems without second names.
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

  /// A path as the system takes it. A zero within would end it early.
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
