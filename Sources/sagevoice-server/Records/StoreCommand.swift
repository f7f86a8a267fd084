import ArgumentParser
import CommandSupport
import PostgresStore
import RecordStore

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "store", "Create a store.", examples: ["sagevoice store init store"],
    subcommands: [StoreInitCommand.self])
}

struct StoreInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "init", "Create a store in a new or empty folder, or for a tenant.",
    """
    With --tenant the store is in a PostgreSQL database; the login needs the role \
    sagevoice_clinic. To encrypt an existing store, export its sessions and import them into \
    a new encrypted store.

    A key file contains 32 random bytes, or named keys as for `records rekey`. Only its owner may \
    read it. Keep a copy: without the key the data are lost.
    """,
    examples: [
      "sagevoice store init store",
      "(umask 077; head -c 32 /dev/urandom > key)",
      "sagevoice store init store --encrypt --key-file key",
      "sagevoice store init --database postgresql:///voice --tenant clinic",
    ])

  @Flag(help: "Encrypt the documents of the store. Needs --key-file or --key-fd.")
  var encrypt = false

  @OptionGroup(title: HelpText.Title.store) var key: KeyChoice
  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Option(
    help: ArgumentHelp(
      "PostgreSQL database, with --tenant. Default: SAGEVOICE_DATABASE.", valueName: "url"))
  var database: String?

  @Option(help: TenantName.help)
  var tenant: TenantName?

  @Argument(help: "Folder of the store.", completion: .directory)
  var folder: String?

  private var address: String { database ?? EnvironmentVariable.database.value ?? "" }

  func validate() throws {
    guard folder?.isEmpty != true else { throw ValidationError("Name the folder of the store.") }
    guard (folder == nil) != (tenant == nil), database == nil || tenant != nil else {
      throw ValidationError("Name either the folder of the store, or a --tenant of a --database.")
    }
    guard tenant == nil || !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
    guard encrypt != (key.source == .none) else {
      throw ValidationError(
        encrypt
          ? "--encrypt needs a key: give --key-file or --key-fd, or set SAGEVOICE_KEY_FILE."
          : "A key is given (--key-file, --key-fd, SAGEVOICE_KEY_FILE or a credential): "
            + "add --encrypt, or omit the key.")
    }
  }

  func run() throws {
    try perform {
      let place: String
      if let tenant {
        try create(tenant)
        place = "for \(tenant.text) in the database"
      } else {
        let folder = folder ?? ""
        _ = try StoreAddress.of(folder: StoreFolder.path(folder), key, author.chosen)
          .opened(creating: .always)
        place = "in \(folder)"
      }
      let kind = encrypt ? "an encrypted store" : "a store without encryption"
      StandardStreams.note("created \(kind) \(place)")
      return .success
    }
  }

  private func create(_ tenant: TenantName) throws {
    do {
      _ = try RecordStore(
        of: tenant,
        in: ConnectionOptions(address, program: "sagevoice-server store init", as: .clinic),
        keys: try key.source.keys(), creating: .always)
    } catch {
      if case .keyFile = error { throw error }
      throw CommandFault(openingTenant: error, error.description)
    }
  }
}

struct StoreCreationChoice: ParsableArguments {
  @Flag(help: "Create a missing store, encrypted if a key is given.")
  var create = false

  var creation: StoreCreation { create ? .ifMissing : .never }
}
