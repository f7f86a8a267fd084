/// What a store is opened for.
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

/// How a store is opened.
package struct StoreOptions: Sendable {
  /// What it is opened for.
  package var access: StoreAccess

  /// Whether opening for writing creates the store.
  package var creation: StoreCreation

  /// Where its files are.
  package var fileSystem: any FileSystem

  /// The database. Nil: the file `store.sqlite` of the folder.
  package var database: (any SQLDatabase)?

  /// What time it is.
  package var clock: any StoreClock

  /// The keys of an encrypted store.
  package var keys: StoreKeys?

  /// The 32 bytes that a new store makes its hashes of, and that a store which is there has to have, so that two
  /// stores know people and recordings by the same; nil for a secret of its own.
  package var secret: [UInt8]?

  /// The group that may read the store besides its owner; nil for as it is. Members of it alone, and
  /// the superuser, may give it.
  package var group: UInt32?

  /// Which program or person is writing, as audit logs say it.
  package var actor: String

  /// Options for this machine's files and an unencrypted store.
  package init(
    _ access: StoreAccess, actor: String, clock: any StoreClock,
    fileSystem: any FileSystem = POSIXFileSystem()
  ) {
    self.access = access
    creation = access == .writing ? .ifMissing : .never
    self.actor = actor
    self.clock = clock
    self.fileSystem = fileSystem
  }
}
