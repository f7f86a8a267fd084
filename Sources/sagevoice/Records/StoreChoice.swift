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
    do {
      return try address(writtenBy: "sagevoice records").open(access)
    } catch {
      throw CommandFault(opening: error, for: access, error.description)
    }
  }

  /// Where the store is, and what opens it.
  func address(writtenBy actor: String) -> StoreAddress {
    StoreAddress(
      folder: folder, keyFile: keyFile ?? EnvironmentVariable.keyFile.value, actor: actor,
      clock: SystemClock())
  }
}
