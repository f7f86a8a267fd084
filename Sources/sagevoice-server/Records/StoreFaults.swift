// Exit statuses and messages of store errors.

import CommandSupport
import RecordStore

extension StoreError: CommandError {
  var fault: CommandFault { CommandFault(ExitStatus(of: self), description) }

  /// The option that the error concerns.
  fileprivate var option: String {
    if case .keyFile = self { "--key-file" } else { "--store" }
  }
}

extension ExchangeError: CommandError {
  var fault: CommandFault {
    let status: ExitStatus =
      switch self {
      case .store(let fault): ExitStatus(of: fault)
      case .output: .cannotCreateOutput
      case .input: .cannotOpenInput
      case .findings, .damagedBackup, .unsound, .deidentified, .conflicts: .refused
      }
    return CommandFault(status: status, messages: lines)
  }
}

extension CommandFault {
  init(opening error: StoreError, for access: StoreAccess, _ description: String) {
    self.init(ExitStatus(ofOpening: error, access), "\(error.option): \(description)")
  }

  /// A fault of a tenant's store that could not be opened or created.
  init(openingTenant error: StoreError, _ description: String) {
    let status: ExitStatus =
      switch error {
      case .notAStore: .cannotOpenInput
      default: error.outlook == .transient ? .inputOutputError : .cannotCreateOutput
      }
    self.init(status, "--database: \(description)")
  }

  /// Maps an error of opening a store for verification. The status distinguishes a wrong key and a
  /// read error from findings of `verify`.
  init(verifying error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile: .wrongUsage
      default: ExitStatus(of: error)
      }
    self.init(status, "\(error.option): \(error.description)")
  }
}

extension ExitStatus {
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
