// Permissions of new files: owner only, or additionally a group.

internal import Glibc

/// Modes and group of new files and folders.
struct FileAccess: Sendable {
  /// Group with read access; nil for owner only.
  let group: gid_t?

  /// Mode of a file.
  let fileMode: mode_t

  /// Whether the umask determines the modes.
  let followsUmask: Bool

  init(group: gid_t?) {
    self.group = group
    fileMode = group == nil ? 0o600 : 0o640
    followsUmask = false
  }

  /// Non-personal files that other users read.
  static let everybody = FileAccess(fileMode: 0o644)

  /// Modes determined by the umask.
  static let ofUmask = FileAccess(fileMode: 0o666, followsUmask: true)

  private init(fileMode: mode_t, followsUmask: Bool = false) {
    (group, self.fileMode, self.followsUmask) = (nil, fileMode, followsUmask)
  }

  /// Creation mode of a file before the umask.
  var newFileMode: mode_t { followsUmask ? fileMode : 0o600 }

  /// Creation mode of a folder before the umask.
  var newFolderMode: mode_t { followsUmask ? 0o777 : 0o700 }

  /// Final mode of a folder. The setgid bit passes the group on to its contents.
  private var folderMode: mode_t { group == nil ? 0o700 : 0o2750 }

  /// Folder mode without the setgid bit, which hardened services may not set. The store sets the
  /// group of all its files explicitly.
  private var plainFolderMode: mode_t { folderMode & 0o777 }

  /// Sets group and mode of an open file or folder if they differ. Returns false with `errno` on
  /// failure.
  func apply(to descriptor: Int32) -> Bool {
    if followsUmask { return true }
    var status = stat()
    // The system fills one `stat`.
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let mode = isFolder ? folderMode : fileMode
    let isOfGroup = group.map { $0 == status.st_gid } ?? true
    if isOfGroup, status.st_mode & 0o7777 == mode { return true }
    // Changing the group clears mode bits.
    if let group, !isOfGroup, fchown(descriptor, uid_t.max, group) != 0 { return false }
    if fchmod(descriptor, mode) == 0 { return true }
    return isFolder && errno == EPERM && fchmod(descriptor, plainFolderMode) == 0
  }
}
