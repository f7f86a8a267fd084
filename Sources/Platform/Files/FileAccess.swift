// Who may read what the store makes: its user alone, or a group besides.

internal import Glibc

/// The modes and the group of files and folders.
struct FileAccess: Sendable {
  /// The group that may read; nil for nobody but the owner.
  let group: gid_t?

  /// The mode of a file.
  let fileMode: mode_t

  /// Whether modes stay as the umask makes them.
  let followsUmask: Bool

  init(group: gid_t?) {
    self.group = group
    fileMode = group == nil ? 0o600 : 0o640
    followsUmask = false
  }

  /// Files that tell of nobody, and that programs of other users read.
  static let everybody = FileAccess(fileMode: 0o644)

  /// Files and folders with the modes that the umask leaves.
  static let ofUmask = FileAccess(fileMode: 0o666, followsUmask: true)

  private init(fileMode: mode_t, followsUmask: Bool = false) {
    (group, self.fileMode, self.followsUmask) = (nil, fileMode, followsUmask)
  }

  /// The mode that a file is made with, before the umask.
  var newFileMode: mode_t { followsUmask ? fileMode : 0o600 }

  /// The mode that a folder is made with, before the umask.
  var newFolderMode: mode_t { followsUmask ? 0o777 : 0o700 }

  /// The mode of a folder: what is made in one that is shared belongs to the same group.
  private var folderMode: mode_t { group == nil ? 0o700 : 0o2750 }

  /// The same without the bit that hands the group on, which hardened services may not set. The store
  /// names the group of all that it makes anyway.
  private var plainFolderMode: mode_t { folderMode & 0o777 }

  /// Gives an open file or folder group and mode, where it has others; false with `errno` where that
  /// cannot be.
  func apply(to descriptor: Int32) -> Bool {
    if followsUmask { return true }
    var status = stat()
    // The system fills one `stat`.
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let mode = isFolder ? folderMode : fileMode
    let isOfGroup = group.map { $0 == status.st_gid } ?? true
    if isOfGroup, status.st_mode & 0o7777 == mode { return true }
    // A change of the group takes back bits of the mode.
    if let group, !isOfGroup, fchown(descriptor, uid_t.max, group) != 0 { return false }
    if fchmod(descriptor, mode) == 0 { return true }
    return isFolder && errno == EPERM && fchmod(descriptor, plainFolderMode) == 0
  }
}
