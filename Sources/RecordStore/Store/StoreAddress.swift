/// The location of a store, its keys, and the actor in its history.
package struct StoreAddress: Sendable {
  /// The folder of the store.
  package private(set) var folder: String

  private let keys: StoreKeys?

  package let actor: AuditActor

  private let clock: any StoreClock

  /// The group with read access. Nil: unchanged.
  package var group: UInt32?

  /// A store in a folder. The keys are read once, because some sources can be read only once.
  package init(
    folder: String, key: StoreKeySource, actor: AuditActor, clock: any StoreClock
  ) throws(StoreError) {
    self.folder = folder
    keys = try key.keys()
    self.actor = actor
    self.clock = clock
  }

  /// Whether the folder contains a store, with or without its key.
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
  /// Problem and advice for logs. Files appear only if the user named them.
  package var descriptionForLogs: String {
    switch self {
    case .fileSystem, .damaged, .newerSchema: PlainReason(self).description
    default: description
    }
  }
}
