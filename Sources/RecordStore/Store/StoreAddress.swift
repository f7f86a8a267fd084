/// The location of a store, its keys, and the actor in its history.
package struct StoreAddress: Sendable {
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
    (self.folder, self.actor, self.clock) = (folder, actor, clock)
    keys = try key.keys()
  }

  /// Whether the folder contains a store, with or without its key.
  package static func isStore(_ folder: String) -> Bool {
    RecordStore.isStore(folder, POSIXFileSystem())
  }

  /// Opens the store.
  /// - Parameter creation: Nil: for writing, a missing store is created.
  package func open(
    _ access: StoreAccess = .writing, creating creation: StoreCreation? = nil
  ) throws(StoreError) -> RecordStore {
    var options = StoreOptions(access, actor: actor.name, clock: clock)
    options.creation = creation ?? options.creation
    (options.keys, options.group) = (keys, group)
    return try RecordStore(at: folder, options)
  }

  /// Restores a backup to the folder, which must be missing or empty: copies it and verifies the copy. After an error the
  /// folder is missing or empty.
  package func restore(
    from backup: String, reporting progress: @escaping StoreProgress
  ) throws(ExchangeError) -> BackupReport {
    let files = POSIXFileSystem()
    return try exchanging {
      try ExportName(folder, files).run {
        guard try files.facts(of: folder)?.kind == .folder, try files.list(folder).isEmpty else {
          return
        }
        try files.removeFolder(folder)
      }
      let report = try StoreBackup(of: backup, to: folder).make { partial throws(ExchangeError) in
        let findings = try exchanging {
          var address = self
          address.folder = partial
          var request = VerificationRequest()
          request.progress = progress
          return try address.open(.reading).verify(request).findings
        }
        guard findings.isEmpty else { throw .damagedBackup(path: backup, findings) }
      }
      // A backup has no copies of rows.
      try open(creating: .never).rewriteFiles()
      return report
    }
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
