// The store that commands name, and how they open it.

import ArgumentParser
import RecordStore

/// Which store, and the key to it.
struct StoreChoice: ParsableArguments {
  @OptionGroup var place: StoreFolder

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted store; SAGEVOICE_KEY_FILE unless given.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  /// The folder of the store.
  var folder: String { place.path }

  /// Opens a store that is there, to read it: nobody stands in its logs for that.
  func open() throws(CommandFault) -> RecordStore { try opened(.reading, by: .user) }

  /// Opens a store that is there, for somebody to write to.
  func open(for author: ActorChoice) throws(CommandFault) -> RecordStore {
    // Opening for writing would make one.
    _ = try open()
    return try openOrMake(for: author)
  }

  /// Opens a store that is there, for somebody to take something out of it: the log of an encrypted one
  /// says so.
  func open(toDiscloseTo author: ActorChoice) throws(CommandFault) -> RecordStore {
    let store = try open()
    return store.isEncrypted ? try openOrMake(for: author) : store
  }

  /// Opens a store for somebody to write to, which is made when it is missing.
  func openOrMake(for author: ActorChoice) throws(CommandFault) -> RecordStore {
    let store = try opened(.writing, by: author.chosen)
    store.notices.forEach { StandardStreams.note("--store: \($0)") }
    return store
  }

  private func opened(
    _ access: StoreAccess, by actor: AuditActor
  ) throws(CommandFault) -> RecordStore {
    do {
      return try address(writtenBy: actor).open(access)
    } catch {
      throw CommandFault(opening: error, for: access, error.description)
    }
  }

  /// Where the store is, and what opens it.
  func address(writtenBy actor: AuditActor) -> StoreAddress {
    StoreAddress(
      folder: folder, keyFile: keyFile ?? EnvironmentVariable.keyFile.value, actor: actor,
      clock: SystemClock())
  }
}
