import ArgumentParser
import CommandSupport
import RecordStore

/// The store of a command, with its key.
struct StoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var place: StoreFolder

  @OptionGroup(title: HelpText.Title.store) var key: KeyChoice

  /// The folder of the store.
  var folder: String { place.path }

  /// Opens an existing store for reading.
  func open() throws(CommandFault) -> RecordStore { try address(of: .user).opened() }

  /// Opens a store for writing.
  func open(
    for author: ActorChoice, creating creation: StoreCreation = .never,
    _ verbosity: Verbosity = .usual
  ) throws(CommandFault) -> RecordStore {
    try address(of: author.chosen).opened(creating: creation, verbosity)
  }

  /// Opens an existing store to disclose data. It opens an encrypted store for writing, so that its
  /// history records the disclosure.
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
  /// Returns the address of a folder, with its key.
  static func of(
    folder: String, _ key: KeyChoice, _ actor: AuditActor
  ) throws(CommandFault) -> StoreAddress {
    do {
      return try StoreAddress(folder: folder, key: key.source, actor: actor, clock: SystemClock())
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Opens an existing store for reading.
  func opened() throws(CommandFault) -> RecordStore {
    do {
      return try open(.reading)
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Opens the store for writing and prints its warnings unless quiet.
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
