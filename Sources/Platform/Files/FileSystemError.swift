// Why a step on a file failed, in words that say what to do.

internal import Glibc

/// A step on a file.
package enum FileOperation: String, CaseIterable, Sendable {
  case makeFolder = "make the folder"
  case list = "list the folder"
  case facts = "look at"
  case read = "read"
  case create = "write"
  case synchronizeFile = "store durably"
  case synchronizeFolder = "store the names durably in"
  case rename = "rename"
  case removeFile = "remove"
  case removeFolder = "remove the folder"
  case append = "append to"
  case truncate = "cut"
  case copy = "copy"
  case lock = "lock"
  case writers = "wait for the end of writing to"
  case makePrivate = "set the permissions of"
}

extension FileOperation {
  /// Whether a file that is not there is all that the step has to fear of a name.
  fileprivate var looksForFile: Bool { [.facts, .read, .removeFile, .list].contains(self) }
}

/// A step on a file that failed.
package struct FileSystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system's number of the reason (`errno`).
  package let code: Int32

  /// What was tried.
  package let operation: FileOperation

  /// The path that it was tried on.
  package let path: String

  package init(code: Int32, operation: FileOperation, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// Another program came between two steps; the same steps may be made again.
  package static func interfered(with path: String) -> FileSystemError {
    FileSystemError(code: EAGAIN, operation: .facts, path: path)
  }

  /// The folder that something lies in is away, or another one.
  package static func away(_ path: String) -> FileSystemError {
    FileSystemError(code: ESTALE, operation: .facts, path: path)
  }

  /// What is read there is encrypted by a key that this program was not given.
  package static func withoutKey(_ path: String) -> FileSystemError {
    FileSystemError(code: ENOKEY, operation: .read, path: path)
  }

  /// What is wrong with the disk, for a status.
  package var trouble: DiskTrouble {
    switch code {
    case ESTALE: .away
    case ENOSPC, EDQUOT: .full
    case EROFS: .readOnly
    case EACCES, EPERM: .denied
    default: .fault
    }
  }

  /// Whether the user of this program is not let do it.
  package var isDenied: Bool { code == EACCES || code == EPERM }

  /// Whether something of another kind stands in its place.
  package var isMisplaced: Bool {
    [ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG].contains(code)
  }

  /// Whether the same step may succeed later without anybody changing a name or a permission.
  package var isTransient: Bool {
    switch code {
    case EBUSY, EIO, ENOSPC, EDQUOT, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ETIMEDOUT, ESTALE,
      EROFS, ENOLCK, ETXTBSY, ENODEV, ENXIO, EHOSTDOWN, ENOTCONN, ENOKEY:
      true
    default: false
    }
  }

  /// Whether a link was met where none is followed.
  package var isLink: Bool { code == ELOOP }

  /// Whether two paths lie on different devices, so that a file has to be copied.
  package var isCrossDevice: Bool { code == EXDEV }

  /// A file has more bytes than are read of it.
  package static func tooLarge(_ path: String, _ operation: FileOperation) -> FileSystemError {
    FileSystemError(code: EFBIG, operation: operation, path: path)
  }

  /// Somebody has the file open for writing; it may be asked for again.
  package static func beingWritten(_ path: String) -> FileSystemError {
    FileSystemError(code: ETXTBSY, operation: .writers, path: path)
  }

  /// Whether a file has more bytes than are read of it.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether there is no such file; none can have a name that is longer than names are.
  package var isMissing: Bool {
    code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG && operation.looksForFile
  }

  /// Whether there is such a file already.
  package var isExisting: Bool { code == EEXIST || code == ENOTEMPTY }

  /// What failed, why, and what to do.
  package var description: String { "could not \(operation.rawValue) \(path): \(reason)" }

  /// Why, and what to do, without on what.
  package var reason: String {
    switch code {
    case EACCES, EPERM: "permission denied; let the user of this program read and write there"
    case ENOSPC: "no space is left on the device; free some, then try again"
    case EDQUOT: "the quota is used up; free some space, then try again"
    case EROFS: "the file system is read-only; mount it for writing, then try again"
    case ENOENT, ENOTDIR: "there is no such file or folder; check the path"
    case EEXIST, ENOTEMPTY: "it exists already, or is not empty"
    case EIO: "the device reported an error; check the disk or the network, then try again"
    case ESTALE: "its folder is away, or is another one; bring or mount it again"
    case EXDEV: "the two paths lie on different devices"
    case EMFILE, ENFILE: "too many files are open; raise the limit (ulimit -n), then try again"
    case ENAMETOOLONG: "the name is too long; shorten it"
    case ELOOP: "symbolic links are not followed here; give the real path"
    case EISDIR: "it is a folder"
    case ESPIPE: "it is a pipe or a terminal; give the path of a file"
    case EFBIG: "it is larger than what is read here"
    case ETXTBSY: "another program has it open for writing; it is tried again"
    case EAGAIN: "another program was at it at the same moment; try again"
    case ENOKEY:
      "the store was re-encrypted; start this program again with the new key first in its key file"
    case ECANCELED: "the file system was given up"
    default: systemText
    }
  }

  private var systemText: String {
    // `strerror` returns text that ends with a zero and is copied before anything else runs.
    let text = unsafe strerror(code).map { unsafe String(cString: $0) }
    return text ?? "system error \(code)"
  }
}

/// A disk fault as status documents report it. The raw values are never reused.
package enum DiskTrouble: String, CaseIterable, Sendable {
  /// The store is not where it was.
  case away
  case full
  case readOnly = "read_only"
  case denied
  /// Any other fault.
  case fault
}
