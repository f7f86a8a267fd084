// The store that commands name, and how they open it.

import ArgumentParser
import CommandSupport
import RecordStore

/// Which store, and the key to it.
struct StoreChoice: ParsableArguments {
  @OptionGroup var place: StoreFolder

  @OptionGroup var key: KeyChoice

  /// The folder of the store.
  var folder: String { place.path }

  /// Opens an existing store to read it.
  func open() throws(CommandFault) -> RecordStore { try address(of: .user).opened() }

  /// Opens a store to write to it.
  func open(
    for author: ActorChoice, creating creation: StoreCreation = .never,
    _ verbosity: Verbosity = .usual
  ) throws(CommandFault) -> RecordStore {
    try address(of: author.chosen).opened(creating: creation, verbosity)
  }

  /// Opens an existing store to disclose part of it: the log of an encrypted store records that.
  func open(
    toDiscloseTo author: ActorChoice, _ verbosity: Verbosity = .usual
  ) throws(CommandFault) -> RecordStore {
    let address = try address(of: author.chosen)
    let store = try address.opened()
    return store.isEncrypted ? try address.opened(creating: .never, verbosity) : store
  }

  private func address(of actor: AuditActor) throws(CommandFault) -> StoreAddress {
    try StoreAddress.of(folder: folder, key, actor)
  }
}

extension StoreAddress {
  /// The address of a folder; its key is read.
  static func of(
    folder: String, _ key: KeyChoice, _ actor: AuditActor
  ) throws(CommandFault) -> StoreAddress {
    do {
      return try StoreAddress(folder: folder, key: key.source, actor: actor, clock: SystemClock())
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Opens an existing store to read it.
  func opened() throws(CommandFault) -> RecordStore {
    do {
      return try open(.reading)
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Opens the store to write to it; its warnings go to standard error unless quiet.
  func opened(
    creating creation: StoreCreation, _ verbosity: Verbosity = .usual
  ) throws(CommandFault) -> RecordStore {
    do {
      let store = try open(creating: creation)
      if verbosity == .usual {
        store.notices.forEach { StandardStreams.note("--store: \($0)") }
      }
      return store
    } catch {
      throw CommandFault(opening: error, for: .writing, error.description)
    }
  }
}
