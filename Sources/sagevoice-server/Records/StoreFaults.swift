// Exit statuses and messages of store errors.

import CommandSupport
import RecordStore

extension CommandFault {
  /// Maps an error of an open store.
  init(_ error: StoreError) {
    self.init(status: ExitStatus(of: error), messages: [error.description])
  }

  /// Maps an error of opening or creating a store.
  init(opening error: StoreError, for access: StoreAccess, _ description: String) {
    self.init(
      status: ExitStatus(ofOpening: error, access),
      messages: ["\(error.option): \(description)"])
  }

  /// A fault of a tenant's store that could not be opened or created.
  init(openingTenant error: StoreError, _ description: String) {
    let status: ExitStatus =
      switch error {
      case .notAStore: .cannotOpenInput
      default: error.outlook == .transient ? .inputOutputError : .cannotCreateOutput
      }
    self.init(status: status, messages: ["--database: \(description)"])
  }
}

extension CommandFault {
  /// Maps an error of opening a store for verification. The status distinguishes a wrong key and a
  /// read error from findings of `verify`.
  init(verifying error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile: .wrongUsage
      default: ExitStatus(of: error)
      }
    self.init(status: status, messages: ["\(error.option): \(error.description)"])
  }
}

extension StoreError {
  /// The option that the error concerns.
  fileprivate var option: String {
    if case .keyFile = self { "--key-file" } else { "--store" }
  }
}

extension ExitStatus {
  /// Maps a store error to a status.
  init(of error: StoreError) {
    switch error {
    case .fileSystem, .readOnly, .away, .leaseLost: self = .inputOutputError
    case .notAStore, .newerSchema, .noSession, .purged,
      .keyFile(path: _, problem: _, isMissing: true):
      self = .cannotOpenInput
    case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile, .damaged,
      .unusable:
      self = .refused
    }
  }

  /// Maps an error of opening or creating a store to a status.
  fileprivate init(ofOpening error: StoreError, _ access: StoreAccess) {
    switch error {
    case .fileSystem, .readOnly, .unusable, .away:
      self = access == .reading ? .cannotOpenInput : .cannotCreateOutput
    default: self.init(of: error)
    }
  }
}
