// A file system with planned faults.

package import RecordStore
internal import Synchronization

/// A fault by the number of its step (from 1).
package enum FaultPlan: Sendable, Equatable {
  case none
  /// One step fails. All others succeed.
  case failOnce(step: Int, code: Int32)
  /// A step and all later ones fail.
  case failFrom(step: Int, code: Int32)
  /// Reads of the files of this name below a folder fail after this number of reads.
  case failReading(folder: String, name: String, after: Int)
  /// The program ends at a step. A write is half done, other steps have no effect.
  case die(step: Int)
}

/// Counts the steps of another file system, with planned faults.
package final class FaultyFileSystem: FileSystem {
  /// `ECANCELED`: the code of steps after the end of the program.
  package static let deathCode: Int32 = 125

  /// `EIO`: the code of a disk fault.
  private static let diskCode: Int32 = 5

  private struct State {
    var steps = 0
    var plan = FaultPlan.none
    var hasFailed = false
    var names: [String] = []
    var reads = 0
    var meddler: (@Sendable (String) -> Void)?

    /// The fault of a read that fails on every attempt.
    mutating func readingFault(
      _ operation: FileOperation, _ path: String, in folder: String, _ name: String, after: Int
    ) -> Int32? {
      guard operation == .read, path.contains(folder + "/"), path.hasSuffix("/" + name) else {
        return nil
      }
      reads += 1
      return reads > after ? diskCode : nil
    }
  }

  private let wrapped: any FileSystem
  private let state = Mutex(State())

  package init(wrapping wrapped: any FileSystem = POSIXFileSystem()) { self.wrapped = wrapped }

  /// The number of steps.
  package var steps: Int { state.withLock { $0.steps } }

  /// The names of the steps in order.
  package var names: [String] { state.withLock { $0.names } }

  /// The planned fault.
  package var plan: FaultPlan {
    get { state.withLock { $0.plan } }
    set {
      state.withLock { state in
        state.plan = newValue
        state.reads = 0
      }
    }
  }

  /// A concurrent action right before each step, which has a name as in `names`.
  package var meddler: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.meddler } }
    set { state.withLock { $0.meddler = newValue } }
  }

  /// Whether the planned fault has occurred.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Counts a step and returns its fault, if any.
  private func fault(_ operation: FileOperation, _ path: String) -> FileSystemError? {
    meddler?("\(operation.rawValue) \(path)")
    return state.withLock { state in
      state.steps += 1
      state.names.append("\(operation.rawValue) \(path)")
      let code: Int32? =
        switch state.plan {
        case .none: nil
        case .failOnce(let step, let code): state.steps == step ? code : nil
        case .failFrom(let step, let code): state.steps >= step ? code : nil
        case .failReading(let folder, let name, let after):
          state.readingFault(operation, path, in: folder, name, after: after)
        case .die(let step): state.steps >= step ? Self.deathCode : nil
        }
      guard let code else { return nil }
      state.hasFailed = true
      return FileSystemError(code: code, operation: operation, path: path)
    }
  }

  /// Whether the last failed step is the first failed one.
  private var diesHere: Bool {
    state.withLock { state in
      switch state.plan {
      case .die(let step), .failOnce(let step, _), .failFrom(let step, _): state.steps == step
      case .none, .failReading: false
      }
    }
  }

  private func check(_ operation: FileOperation, _ path: String) throws(FileSystemError) {
    if let fault = fault(operation, path) { throw fault }
  }

  package func makeFolder(_ path: String) throws(FileSystemError) {
    try check(.makeFolder, path)
    try wrapped.makeFolder(path)
  }

  package func list(_ folder: String) throws(FileSystemError) -> [String] {
    try check(.list, folder)
    return try wrapped.list(folder)
  }

  package func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    try check(.facts, path)
    return try wrapped.facts(of: path)
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try wrapped.read(path)
  }

  package func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try wrapped.read(path, from: offset, count: count)
  }

  package func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try wrapped.read(path, atMost: limit)
  }

  package func writers(of path: String) -> WriterCheck {
    fault(.writers, path) == nil ? wrapped.writers(of: path) : .unknown
  }

  package func makePrivate(_ path: String) throws(FileSystemError) {
    try check(.makePrivate, path)
    try wrapped.makePrivate(path)
  }

  package func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    if let fault = fault(.create, path) {
      // Power is lost during the write. A reported fault leaves no file.
      if diesHere, fault.code == Self.deathCode {
        try wrapped.create(path, Array(bytes.prefix(bytes.count / 2)))
      }
      throw fault
    }
    try wrapped.create(path, bytes)
  }

  package func synchronizeFile(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFile, path)
    try wrapped.synchronizeFile(path)
  }

  package func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFolder, path)
    try wrapped.synchronizeFolder(path)
  }

  package func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError) {
    try check(.rename, source)
    try wrapped.rename(source, to: target, rule)
  }

  package func removeFile(_ path: String) throws(FileSystemError) {
    try check(.removeFile, path)
    try wrapped.removeFile(path)
  }

  package func removeFolder(_ path: String) throws(FileSystemError) {
    try check(.removeFolder, path)
    try wrapped.removeFolder(path)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    if let fault = fault(.append, path) {
      // A full disk accepts some bytes before the error.
      if diesHere { try wrapped.append(Array(bytes.prefix(bytes.count / 2)), to: path) }
      throw fault
    }
    try wrapped.append(bytes, to: path)
  }

  package func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try check(.truncate, path)
    try wrapped.truncate(path, to: length)
  }

  package func copy(_ source: String, to target: String) throws(FileSystemError) {
    if let fault = fault(.copy, source) {
      if diesHere, fault.code == Self.deathCode {
        let bytes = try wrapped.read(source)
        try wrapped.create(target, Array(bytes.prefix(bytes.count / 2)))
      }
      throw fault
    }
    try wrapped.copy(source, to: target)
  }

  package func link(_ source: String, to target: String) throws(FileSystemError) {
    try check(.copy, source)
    try wrapped.link(source, to: target)
  }

  package func lock(
    _ path: String, _ rule: LockRule
  ) throws(FileSystemError) -> (any FileLock)? {
    try check(.lock, path)
    return try wrapped.lock(path, rule)
  }
}
