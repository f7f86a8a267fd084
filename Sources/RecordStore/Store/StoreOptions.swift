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
