import ArgumentParser
import CommandSupport

/// The folder of a store, which an option or the environment names.
struct StoreFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the store; SAGEVOICE_STORE unless given.", valueName: "folder"),
    completion: .directory)
  var store: String?

  /// The option wins over the environment; empty when neither says anything.
  var path: String { store ?? EnvironmentVariable.store.value ?? "" }

  func validate() throws {
    guard !path.isEmpty else {
      throw ValidationError("--store: name the folder of the store, or set SAGEVOICE_STORE.")
    }
  }
}
