// Where a store is and what opens it, for programs that are told both by people.

/// A store, the keys to it, and who writes in its logs.
package struct StoreAddress: Sendable {
  /// The folder of the store.
  package let folder: String

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

  /// Opens the store; for writing it is made when it is missing.
  package func open(_ access: StoreAccess) throws(StoreError) -> RecordStore {
    var options = StoreOptions(access, actor: actor.name, clock: clock)
    options.keys = keys
    options.group = group
    return try RecordStore(at: folder, options)
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
