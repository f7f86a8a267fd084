// The folder of a store and its key, as every command takes them: by an option or the environment.

import ArgumentParser
import FoundationEssentials
import RecordStore

/// The folder of a store.
struct StoreFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the store; SAGEVOICE_STORE unless given.", valueName: "folder"),
    completion: .directory)
  var store: String?

  /// The folder; nil where neither the option nor the environment names one.
  var path: String? {
    (store ?? Self.variable("SAGEVOICE_STORE")).map {
      URL(fileURLWithPath: $0).standardizedFileURL.path
    }
  }

  /// Asks for a folder that is named.
  func check() throws {
    guard path?.isEmpty == false else {
      throw ValidationError("--store: name the folder of the store, or set SAGEVOICE_STORE.")
    }
  }

  /// A variable of the environment that says something.
  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Where keys come from: the file that was told, or that a variable names.
  static func keys(_ file: String?, or name: String) -> StoreKeySource {
    (file ?? variable(name)).map { .file($0) } ?? .none
  }
}

/// The keys of an encrypted board, which are not those of the stores of tenants: a machine may have both.
struct BoardKeyFile: ParsableArguments {
  static let variable = "SAGEVOICE_BOARD_KEY_FILE"

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted board; \(Self.variable) unless given.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  var source: StoreKeySource { StoreFolder.keys(keyFile, or: Self.variable) }
}

/// The keys of an encrypted store.
struct KeyFile: ParsableArguments {
  static let variable = "SAGEVOICE_KEY_FILE"

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted store; \(Self.variable) unless given.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  var source: StoreKeySource { StoreFolder.keys(keyFile, or: Self.variable) }
}

/// The folder of a store that is opened, and its key.
struct KeyedFolder: ParsableArguments {
  @OptionGroup var folder: StoreFolder

  @OptionGroup var key: KeyFile

  /// Where the store is, for what this program does.
  func address() throws(StoreError) -> StoreAddress {
    guard let actor = AuditActor("sagevoice-server") else { throw .unusable("no actor") }
    return try StoreAddress(
      folder: folder.path ?? "", key: key.source, actor: actor, clock: SystemClock())
  }
}
