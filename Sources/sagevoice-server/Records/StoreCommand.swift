import ArgumentParser
import CommandSupport
import RecordStore

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Create a store.", subcommands: [StoreInitCommand.self])
}

struct StoreInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store in a new or empty folder.",
    discussion: """
      With --encrypt the documents are encrypted with the key of --key-file. A store cannot be encrypted later; \
      export its sessions and import them into an encrypted store instead.

      Exit status: 0 the store was created, 64 wrong usage, 65 the key file cannot be used, 73 the store cannot be \
      created, for example because the folder is a store already.
      """)

  @Flag(help: "Encrypt the documents of the store; needs a key.")
  var encrypt = false

  @OptionGroup var key: KeyChoice

  @OptionGroup var author: ActorChoice

  @Argument(help: "The folder of the store.", completion: .directory)
  var folder: String

  func validate() throws {
    guard !folder.isEmpty else { throw ValidationError("Name the folder of the store.") }
    guard encrypt != (key.source == .none) else {
      throw ValidationError(
        encrypt
          ? "--encrypt needs a key: give --key-file or --key-fd, or set SAGEVOICE_KEY_FILE."
          : "There is a key (--key-file, --key-fd, SAGEVOICE_KEY_FILE or a credential): add --encrypt, or leave "
            + "out the key.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try StoreAddress.of(folder: StoreFolder.path(folder), key, author.chosen)
        .opened(creating: .always)
      let kind = store.isEncrypted ? "an encrypted store" : "a store without encryption"
      StandardStreams.note("created \(kind) in \(folder)")
      return .success
    }
  }
}

/// The option that creates a missing store.
struct StoreCreationChoice: ParsableArguments {
  @Flag(help: "Create the store if it is missing, encrypted if there is a key.")
  var create = false

  var creation: StoreCreation { create ? .ifMissing : .never }
}
