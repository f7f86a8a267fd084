internal import Glibc

/// File system operation.
package enum FileOperation: String, CaseIterable, Sendable {
  case makeFolder = "make the folder"
  case list = "list the folder"
  case facts = "read the attributes of"
  case read = "read"
  case create = "write"
  case synchronizeFile = "flush"
  case synchronizeFolder = "flush the folder"
  case rename = "rename"
  case removeFile = "remove"
  case removeFolder = "remove the folder"
  case append = "append to"
  case truncate = "truncate"
  case copy = "copy"
  case lock = "lock"
  case writers = "wait for the writers of"
  case makePrivate = "set the permissions of"
}

extension FileOperation {
  /// Whether a too long name means a missing file for the operation.
  fileprivate var expectsFile: Bool { [.facts, .read, .removeFile, .list].contains(self) }
}

/// Failed file system operation.
package struct FileSystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// System error number (`errno`).
  package let code: Int32

  /// Failed operation.
  package let operation: FileOperation

  /// Path of the operation.
  package let path: String

  package init(code: Int32, operation: FileOperation, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// Another program interfered between two steps. The caller may retry.
  package static func interfered(with path: String) -> FileSystemError {
    FileSystemError(code: EAGAIN, operation: .facts, path: path)
  }

  /// The parent folder is unavailable or was replaced.
  package static func away(_ path: String) -> FileSystemError {
    FileSystemError(code: ESTALE, operation: .facts, path: path)
  }

  /// The content is encrypted with an unknown key.
  package static func withoutKey(_ path: String) -> FileSystemError {
    FileSystemError(code: ENOKEY, operation: .read, path: path)
  }

  /// Disk fault for a status report.
  package var trouble: DiskFault {
    switch code {
    case ESTALE: .away
    case ENOSPC, EDQUOT: .full
    case EROFS: .readOnly
    case EACCES, EPERM: .denied
    default: .fault
    }
  }

  /// Whether permission was denied.
  package var isDenied: Bool { code == EACCES || code == EPERM }

  /// Whether the path has a file of another kind.
  package var isMisplaced: Bool {
    [ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG].contains(code)
  }

  /// Whether a retry may succeed without a change of names or permissions.
  package var isTransient: Bool {
    switch code {
    case EBUSY, EIO, ENOSPC, EDQUOT, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ETIMEDOUT, ESTALE,
      EROFS, ENOLCK, ETXTBSY, ENODEV, ENXIO, EHOSTDOWN, ENOTCONN, ENOKEY:
      true
    default: false
    }
  }

  /// Whether the path is a symbolic link that is not followed.
  package var isLink: Bool { code == ELOOP }

  /// Whether the paths are on different devices, which requires a copy.
  package var isCrossDevice: Bool { code == EXDEV }

  /// The file exceeds the read limit.
  package static func tooLarge(_ path: String, _ operation: FileOperation) -> FileSystemError {
    FileSystemError(code: EFBIG, operation: operation, path: path)
  }

  /// Another process has the file open for writing. The caller may retry.
  package static func beingWritten(_ path: String) -> FileSystemError {
    FileSystemError(code: ETXTBSY, operation: .writers, path: path)
  }

  /// Whether the file exceeds the read limit.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether the file does not exist. A name above the maximum length cannot exist.
  package var isMissing: Bool {
    code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG && operation.expectsFile
  }

  /// Whether the target already exists.
  package var isExisting: Bool { code == EEXIST || code == ENOTEMPTY }

  /// Operation, path, reason and advice.
  package var description: String { "could not \(operation.rawValue) \(path): \(reason)" }

  /// Reason and advice without the path.
  package var reason: String {
    switch code {
    case EACCES, EPERM: "permission denied; give the user of this program read and write permission"
    case ENOSPC: "the device has no space left; free some space, then try again"
    case EDQUOT: "the quota is used up; free some space, then try again"
    case EROFS: "the file system is read-only; mount it for writing, then try again"
    case ENOENT, ENOTDIR: "the file or folder does not exist; check the path"
    case EEXIST, ENOTEMPTY: "the path exists, or the folder is not empty"
    case EIO: "the device reported an error; check the disk or the network, then try again"
    case ESTALE: "the folder is unavailable or was replaced; restore or mount it again"
    case EXDEV: "the two paths are on different devices"
    case EMFILE, ENFILE: "too many files are open; raise the limit (ulimit -n), then try again"
    case ENAMETOOLONG: "the name is too long; shorten it"
    case ELOOP: "symbolic links are not followed here; give the real path"
    case EISDIR: "the path is a folder"
    case ESPIPE: "the input is a pipe or a terminal; give the path of a file"
    case EFBIG: "the file is larger than the read limit"
    case ETXTBSY: "another program has the file open for writing; the access is retried"
    case EAGAIN: "another program changed the file at the same time; try again"
    case ENOKEY:
      "the store was re-encrypted; start this program again with the new key first in its key file"
    case ECANCELED: "the file system access was canceled"
    default: systemText
    }
  }

  private var systemText: String {
    // `strerror` returns zero-terminated text, which is copied immediately.
    let text = unsafe strerror(code).map { unsafe String(cString: $0) }
    return text ?? "system error \(code)"
  }
}

/// Disk fault in status documents. The raw values are never reused.
package enum DiskFault: String, CaseIterable, Sendable {
  /// The store is unavailable at its path.
  case away
  case full
  case readOnly = "read_only"
  case denied
  /// Any other fault.
  case fault
}
