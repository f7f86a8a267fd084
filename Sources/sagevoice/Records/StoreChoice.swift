// The store that all commands on records name.

import ArgumentParser
import RecordStore

/// Which store, and the key to it.
struct StoreChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the store.", valueName: "folder"), completion: .directory)
  var store: String

  @Option(
    help: ArgumentHelp("The key of an encrypted store.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  /// Opens a store that is there.
  func open(_ access: StoreAccess) throws(CommandFault) -> RecordStore {
    // Opening for writing would make one.
    let reader = try opened(.reading)
    return access == .reading ? reader : try openOrMake()
  }

  /// Opens a store for writing, which is made when it is missing.
  func openOrMake() throws(CommandFault) -> RecordStore {
    let store = try opened(.writing)
    store.notices.forEach { StandardStreams.note("--store: \($0)") }
    return store
  }

  private func opened(_ access: StoreAccess) throws(CommandFault) -> RecordStore {
    let address = StoreAddress(
      folder: store, keyFile: keyFile, actor: "sagevoice records", clock: SystemClock())
    do {
      return try address.open(access)
    } catch {
      throw CommandFault(opening: error, for: access, error.description)
    }
  }
}
