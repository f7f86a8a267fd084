public import VoiceTypes

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
    case .fileSystem, .damaged, .newerSchema: RedactedReason(self).description
    default: description
    }
  }
}

/// The access mode.
package enum StoreAccess: Sendable, Equatable {
  case reading
  case writing
}

/// Whether opening a store for writing creates it.
package enum StoreCreation: Sendable, Equatable {
  /// A missing store is an error.
  case never
  /// A missing store is created.
  case ifMissing
  /// An existing store is an error.
  case always
}

package struct StoreOptions: Sendable {
  package var access: StoreAccess

  /// Whether opening for writing creates the store.
  package var creation: StoreCreation

  /// The file system of the folder.
  package var fileSystem: any FileSystem

  /// The database. Nil: the file `store.sqlite` of the folder.
  package var database: (any SQLDatabase)?

  package var clock: any StoreClock
  package var keys: StoreKeys?

  /// The secret of 32 bytes. Two stores with the same secret have the same hashes. Nil: random for a new store.
  package var secret: [UInt8]?

  /// The group with read access. Nil: unchanged. Only members of the group and the superuser may set it.
  package var group: UInt32?

  /// The program or person in the history.
  package var actor: String

  /// The options of a plain store on this machine.
  package init(
    _ access: StoreAccess, actor: String, clock: any StoreClock,
    fileSystem: any FileSystem = POSIXFileSystem()
  ) {
    self.access = access
    creation = access == .writing ? .ifMissing : .never
    (self.actor, self.clock, self.fileSystem) = (actor, clock, fileSystem)
  }
}

/// A progress callback. The last step may not be reported.
package typealias StoreProgress = @Sendable (_ done: Int, _ total: Int) -> Void

/// A store error.
public struct StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// Problem and advice.
  public let description: String

  /// Whether a retry can succeed.
  public let isTransient: Bool

  init(_ error: StoreError) {
    description = error.description
    isTransient = error.isTransient
  }
}

extension RecordStore {
  /// Opens a store for writing. A missing store is created.
  ///
  /// - Parameters:
  ///   - keyFile: The key file of an encrypted store. Nil for a plain store.
  ///   - actor: The program or person in the history.
  public static func open(
    at folder: String, keyFile: String? = nil, actor: String
  ) throws(StoreFault) -> RecordStore {
    do throws(StoreError) {
      guard let actor = AuditActor(actor) else {
        throw .unusable("a name in the audit logs has 1 to 128 bytes and no control characters")
      }
      let address = try StoreAddress(
        folder: folder, key: keyFile.map { .file($0) } ?? .none, actor: actor, clock: SystemClock())
      return try address.open(.writing)
    } catch {
      throw StoreFault(error)
    }
  }

  /// The results document of a session. Nil without the session, or before its results.
  public func results(
    of session: SessionID, _ tier: Tier = .comprehensive
  ) throws(StoreFault) -> ResultsDocument? {
    let place: SessionDocument = tier == .quick ? .quick : .computed
    do throws(StoreError) {
      guard let bytes = try existingSession(session)?.read(place) else { return nil }
      let path = "sessions/\(session.text)/\(place.name)"
      do {
        return try ResultsDocument(json: JSONValue.parse(bytes))
      } catch {
        throw StoreError.damaged(path: path, problem: "\(error)")
      }
    } catch {
      throw StoreFault(error)
    }
  }
}
