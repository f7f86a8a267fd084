// Where a store is and what opens it, for programs that are told both by people.

/// A store, the keys to it, and who writes in its logs.
package struct StoreAddress: Sendable {
  /// The folder of the store.
  package private(set) var folder: String

  private let keys: StoreKeys?

  /// Who stands in the logs.
  package let actor: AuditActor

  private let clock: any StoreClock

  /// The group that may read the store besides its owner; nil for as it is.
  package var group: UInt32?

  /// The store in a folder. The keys are read now, once: some of their sources give them only once.
  package init(
    folder: String, key: StoreKeySource, actor: AuditActor, clock: any StoreClock
  ) throws(StoreError) {
    self.folder = folder
    keys = try key.keys()
    self.actor = actor
    self.clock = clock
  }

  /// Whether a folder is a store, with or without its key.
  package static func isStore(_ folder: String) -> Bool {
    RecordStore.isStore(folder, POSIXFileSystem())
  }

  /// Opens the store; for writing, a missing store is created.
  package func open(_ access: StoreAccess) throws(StoreError) -> RecordStore {
    try open(StoreOptions(access, actor: actor.name, clock: clock))
  }

  /// Opens the store for writing.
  package func open(creating creation: StoreCreation) throws(StoreError) -> RecordStore {
    var options = StoreOptions(.writing, actor: actor.name, clock: clock)
    options.creation = creation
    return try open(options)
  }

  private func open(_ options: StoreOptions) throws(StoreError) -> RecordStore {
    var options = options
    options.keys = keys
    options.group = group
    return try RecordStore(at: folder, options)
  }

  /// Restores a backup to the folder, which must be missing or empty: copies it and verifies the copy. After an error the
  /// folder is missing or empty.
  package func restore(
    from backup: String, reporting progress: @escaping StoreProgress
  ) throws(ExchangeError) -> BackupReport {
    let files = POSIXFileSystem()
    try ExportName(folder, files).run { () throws(FileSystemError) in
      guard try files.facts(of: folder)?.kind == .folder, try files.list(folder).isEmpty else {
        return
      }
      try files.removeFolder(folder)
    }
    let copy = StoreBackup(of: backup, to: folder)
    let report = try copy.make { partial throws(ExchangeError) in
      let findings = try exchanging { () throws(StoreError) in
        var address = self
        address.folder = partial
        var request = VerificationRequest()
        request.progress = progress
        return try address.open(.reading).verify(request).findings
      }
      guard findings.isEmpty else { throw .damagedBackup(path: backup, findings) }
    }
    // A backup has no copies of rows.
    try exchanging { () throws(StoreError) in try open(creating: .never).rewriteFiles() }
    return report
  }
}

extension StoreError {
  /// What is wrong, for where messages are kept: no file is named but those that the program was given.
  package var descriptionForLogs: String {
    switch self {
    case .fileSystem, .damaged, .newerSchema: PlainReason(self).description
    default: description
    }
  }
}
