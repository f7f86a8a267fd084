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
package final class FaultyFileSystem: LayeredFileSystem {
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

  package let real: any FileSystem
  private let state = Mutex(State())

  package init(wrapping wrapped: any FileSystem = POSIXFileSystem()) { real = wrapped }

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

  package func check(_ operation: FileOperation, _ path: String) throws(FileSystemError) {
    if let fault = fault(operation, path) { throw fault }
  }

  package func writers(of path: String) -> WriterCheck {
    fault(.writers, path) == nil ? real.writers(of: path) : .unknown
  }

  package func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    if let fault = fault(.create, path) {
      // Power is lost during the write. A reported fault leaves no file.
      if diesHere, fault.code == Self.deathCode {
        try real.create(path, Array(bytes.prefix(bytes.count / 2)))
      }
      throw fault
    }
    try real.create(path, bytes)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    if let fault = fault(.append, path) {
      // A full disk accepts some bytes before the error.
      if diesHere { try real.append(Array(bytes.prefix(bytes.count / 2)), to: path) }
      throw fault
    }
    try real.append(bytes, to: path)
  }

  package func copy(_ source: String, to target: String) throws(FileSystemError) {
    if let fault = fault(.copy, source) {
      if diesHere, fault.code == Self.deathCode {
        let bytes = try real.read(source)
        try real.create(target, Array(bytes.prefix(bytes.count / 2)))
      }
      throw fault
    }
    try real.copy(source, to: target)
  }

  package func link(_ source: String, to target: String) throws(FileSystemError) {
    try check(.copy, source)
    try real.link(source, to: target)
  }
}
