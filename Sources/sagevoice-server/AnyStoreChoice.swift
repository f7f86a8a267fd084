// The store of a command: a local folder, or a tenant in a database.

import ArgumentParser
import CommandSupport
import FoundationEssentials
import PostgresStore
import RecordStore

/// The required folder of a store.
struct StoreFolder: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var place: OptionalStoreFolder

  /// The folder, from the option or the environment.
  var path: String { place.path ?? "" }

  /// Returns the absolute path of a folder.
  static func path(_ text: String) -> String { URL(fileURLWithPath: text).standardizedFileURL.path }

  func validate() throws { try place.check() }
}

/// The optional folder of a store.
struct OptionalStoreFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of the store. Default: SAGEVOICE_STORE.", valueName: "folder"),
    completion: .directory)
  var store: String?

  /// The folder; nil if neither the option nor the environment names one.
  var path: String? {
    guard let text = store ?? EnvironmentVariable.store.value, !text.isEmpty else { return nil }
    return StoreFolder.path(text)
  }

  /// Throws unless the option or the environment names a folder.
  func check() throws {
    guard path != nil else {
      throw ValidationError("--store: name the folder of the store, or set SAGEVOICE_STORE.")
    }
  }
}

/// A store in a folder or in a database, with its key.
struct AnyStoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var place: OptionalStoreFolder
  @OptionGroup(title: HelpText.Title.store) var key: KeyChoice

  @Option(
    help: ArgumentHelp(
      """
      PostgreSQL database with the store, instead of --store. Default with --tenant: \
      SAGEVOICE_DATABASE.
      """, valueName: "url"))
  var database: String?

  @Option(help: TenantName.help)
  var tenant: TenantName?

  var isDatabase: Bool { database != nil || tenant != nil }

  var address: String { database ?? EnvironmentVariable.database.value ?? "" }

  var folder: String { isDatabase ? "" : place.path ?? "" }

  func validate() throws {
    guard isDatabase else { return try place.check() }
    guard place.store == nil else {
      throw ValidationError("--store is a folder; leave it out with a database.")
    }
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
    guard tenant != nil else { throw ValidationError("--tenant: name the tenant of the sessions.") }
  }

  /// Opens the store of a tenant, with the role `sagevoice_clinic`.
  func openTenant(
    for command: String, _ retry: DatabaseRetry, _ access: StoreAccess = .writing,
    creating creation: StoreCreation = .never
  ) throws(StoreError) -> RecordStore {
    guard let tenant else { preconditionFailure("validate() requires the tenant") }
    let options = ConnectionOptions(address, program: "sagevoice-server \(command)", as: .clinic)
    let keys = try key.source.keys()
    return try retry.run(whileTransient: { $0.outlook == .transient }) { () throws(StoreError) in
      try RecordStore(of: tenant, in: options, keys: keys, for: access, creating: creation)
    }
  }

  func opened(for command: String) throws -> RecordStore {
    guard isDatabase else { return try StoreAddress.of(folder: folder, key, .user).opened() }
    do {
      return try openTenant(for: command, .none, .reading)
    } catch {
      throw CommandFault(openingTenant: error, error.description)
    }
  }

  func folderAddress(writtenBy actor: AuditActor) throws(StoreError) -> StoreAddress {
    try StoreAddress(folder: folder, key: key.source, actor: actor, clock: SystemClock())
  }
}
