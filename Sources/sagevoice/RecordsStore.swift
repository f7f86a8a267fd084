// The store that all commands on records name.

import ArgumentParser
import RecordStore

/// Which store, and the key to it.
struct RecordsStore: ParsableArguments {
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
    let reader = try opening.open(.reading)
    return access == .reading ? reader : try openOrMake()
  }

  /// Opens a store for writing, which is made when it is missing.
  func openOrMake() throws(CommandFault) -> RecordStore {
    let opened = try opening.open(.writing)
    opened.notices.forEach { StandardStreams.note("--store: \($0)") }
    return opened
  }

  private var opening: StoreOpening {
    StoreOpening(folder: store, keyFile: keyFile, actor: "sagevoice records")
  }
}

/// What commands on records have in common.
enum Records {
  /// Does something with a store.
  static func stored<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFault(error)
    }
  }

  /// A session that is there.
  static func session(
    _ id: SessionID, in store: RecordStore
  ) throws(CommandFault) -> StoredSession {
    let session = try stored { () throws(StoreError) in try store.existingSession(id) }
    guard let session else { throw CommandFault(.noSession(id)) }
    return session
  }
}

extension SessionID: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension SessionState: ExpressibleByArgument {}
