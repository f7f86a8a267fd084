// Opening the store that a command names, and what its faults mean for how the command ends.

import RecordStore

/// Whether a fault of a store may be told with the file that it is about.
enum FaultNaming {
  case withFiles
  /// Where the messages are kept: in a log, no file is named but those that the command was given.
  case forLogs
}

/// A store, the key to it, and who writes in its logs.
struct StoreAddress {
  /// The folder of the store.
  let folder: String

  /// The file with the key of an encrypted store.
  let keyFile: String?

  /// Who stands in the logs.
  let actor: String

  /// How its faults are told.
  var naming: FaultNaming = .withFiles

  /// Opens the store; for writing it is made when it is missing.
  func open(_ access: StoreAccess) throws(CommandFault) -> RecordStore {
    do throws(StoreError) {
      var options = StoreOptions(access, actor: actor, clock: SystemClock())
      options.key = try keyFile.map { path throws(StoreError) in
        try StoreKey(fileAt: path, options.fileSystem)
      }
      return try RecordStore(at: folder, options)
    } catch {
      throw CommandFault(
        status: ExitStatus(ofOpening: error, access), messages: ["--store: \(text(of: error))"])
    }
  }

  private func text(of error: StoreError) -> String {
    switch error {
    case .fileSystem where naming == .forLogs, .damaged where naming == .forLogs,
      .newerSchema where naming == .forLogs:
      PlainReason(error).description
    default: error.description
    }
  }
}

extension CommandFault {
  /// A fault of an open store.
  init(_ error: StoreError) {
    self.init(status: ExitStatus(of: error), messages: [error.description])
  }
}

extension ExitStatus {
  /// What a fault of the store means for how a command ends.
  init(of error: StoreError) {
    switch error {
    case .fileSystem, .readOnly: self = .inputOutputError
    case .notAStore, .newerSchema, .noSession, .purged: self = .cannotOpenInput
    case .keyNeeded, .wrongKey, .notEncrypted, .keyFile, .damaged, .unusable: self = .refused
    }
  }

  /// The same for a store that could not be opened, or not made.
  fileprivate init(ofOpening error: StoreError, _ access: StoreAccess) {
    switch error {
    case .fileSystem, .readOnly, .unusable:
      self = access == .reading ? .cannotOpenInput : .cannotCreateOutput
    default: self.init(of: error)
    }
  }
}
