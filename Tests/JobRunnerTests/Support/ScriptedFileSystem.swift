import RecordStore
import TestSupport

/// A file system with a script that runs before each step, and may return its error.
struct ScriptedFileSystem: LayeredFileSystem {
  let real: any FileSystem
  private let script: @Sendable (FileOperation, String) -> Int32?

  init(
    wrapping real: any FileSystem = UnsyncedFileSystem(),
    _ script: @escaping @Sendable (FileOperation, String) -> Int32?
  ) {
    self.real = real
    self.script = script
  }

  func check(_ operation: FileOperation, _ path: String) throws(FileSystemError) {
    guard let code = script(operation, path) else { return }
    throw FileSystemError(code: code, operation: operation, path: path)
  }

  func writers(of path: String) -> WriterCheck {
    script(.writers, path) == nil ? real.writers(of: path) : .unknown
  }
}

/// The files of this machine without sync, for tests without power loss.
struct UnsyncedFileSystem: LayeredFileSystem {
  let real: any FileSystem = POSIXFileSystem()

  func check(_ operation: FileOperation, _ path: String) {}
  func synchronizeFile(_ path: String) {}
  func synchronizeFolder(_ path: String) {}
}
