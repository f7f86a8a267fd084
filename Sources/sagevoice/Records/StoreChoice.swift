// The store that commands name, and how they open it.

import ArgumentParser
import RecordStore

/// Which store, and the key to it.
struct StoreChoice: ParsableArguments {
  @OptionGroup var place: StoreFolder

  @OptionGroup var key: KeyChoice

  /// The folder of the store.
  var folder: String { place.path }

  /// Opens a store that is there, to read it: nobody stands in its logs for that.
  func open() throws(CommandFault) -> RecordStore { try opened(.reading, at: address(of: .user)) }

  /// Opens a store that is there, for somebody to write to.
  func open(for author: ActorChoice) throws(CommandFault) -> RecordStore {
    let address = try address(of: author.chosen)
    // Opening for writing would make one.
    _ = try opened(.reading, at: address)
    return try opened(.writing, at: address)
  }

  /// Opens a store that is there, for somebody to take something out of it: the log of an encrypted one
  /// says so.
  func open(toDiscloseTo author: ActorChoice) throws(CommandFault) -> RecordStore {
    let address = try address(of: author.chosen)
    let store = try opened(.reading, at: address)
    return store.isEncrypted ? try opened(.writing, at: address) : store
  }

  /// Opens a store for somebody to write to, which is made when it is missing.
  func openOrMake(for author: ActorChoice) throws(CommandFault) -> RecordStore {
    try opened(.writing, at: address(of: author.chosen))
  }

  private func opened(
    _ access: StoreAccess, at address: StoreAddress
  ) throws(CommandFault) -> RecordStore {
    do {
      let store = try address.open(access)
      if access == .writing { store.notices.forEach { StandardStreams.note("--store: \($0)") } }
      return store
    } catch {
      throw CommandFault(opening: error, for: access, error.description)
    }
  }

  private func address(of actor: AuditActor) throws(CommandFault) -> StoreAddress {
    do {
      return try address(writtenBy: actor)
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Where the store is, and what opens it; the key is read.
  func address(writtenBy actor: AuditActor) throws(StoreError) -> StoreAddress {
    try StoreAddress(folder: folder, key: key.source, actor: actor, clock: SystemClock())
  }
}
