// What faults of a store mean for how a command ends.

import CommandSupport
import RecordStore

extension CommandFault {
  /// A fault of an open store.
  init(_ error: StoreError) {
    self.init(status: ExitStatus(of: error), messages: [error.description])
  }

  /// A fault of a store that could not be opened, or not made.
  init(opening error: StoreError, for access: StoreAccess, _ description: String) {
    self.init(
      status: ExitStatus(ofOpening: error, access), messages: ["--store: \(description)"])
  }
}

extension CommandFault {
  /// A fault of a store that was to be verified and could not be opened. Its status tells a key that
  /// does not fit, and a disk that does not read, from what `verify` looks for.
  init(verifying error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile: .wrongUsage
      default: ExitStatus(of: error)
      }
    self.init(status: status, messages: ["--store: \(error.description)"])
  }
}

extension ExitStatus {
  /// What a fault of the store means for how a command ends.
  init(of error: StoreError) {
    switch error {
    case .fileSystem, .readOnly, .away: self = .inputOutputError
    case .notAStore, .newerSchema, .noSession, .purged: self = .cannotOpenInput
    case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile, .damaged,
      .unusable:
      self = .refused
    }
  }

  /// The same for a store that could not be opened, or not made.
  fileprivate init(ofOpening error: StoreError, _ access: StoreAccess) {
    switch error {
    case .fileSystem, .readOnly, .unusable, .away:
      self = access == .reading ? .cannotOpenInput : .cannotCreateOutput
    default: self.init(of: error)
    }
  }
}
