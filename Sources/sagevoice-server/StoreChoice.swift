// Where a server keeps sessions and people: in a folder of its own, or in a database that several machines share.

import ArgumentParser
import PostgresStore
import RecordStore
import VoiceServer

/// Which store, and what is kept beside it.
struct StoreChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the store; SAGEVOICE_STORE unless given.", valueName: "folder"),
    completion: .directory)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted store; SAGEVOICE_KEY_FILE unless given.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      """
      A database in place of a folder, as a URL of PostgreSQL; with --tenant and without, \
      SAGEVOICE_DATABASE.
      """, valueName: "url"))
  var database: String?

  @Option(
    help: "Whose sessions in the database: small letters, digits, '.', '_' and '-'.")
  var tenant: String?

  @Option(
    help: ArgumentHelp(
      "The folder for who may come in and for what passes; STORE.server unless given.",
      valueName: "folder"),
    completion: .directory)
  var state: String?

  private var isDatabase: Bool { database != nil || tenant != nil }

  private var address: String { database ?? ServerStore.variable("SAGEVOICE_DATABASE") ?? "" }

  /// The folder, from the option or the environment.
  private var folder: String { ServerStore.folder(store) ?? "" }

  func validate() throws {
    guard isDatabase else {
      guard !folder.isEmpty else {
        throw ValidationError("--store: name the folder of the store, or set SAGEVOICE_STORE.")
      }
      return
    }
    guard store == nil, keyFile == nil else {
      throw ValidationError("--store and --key-file are of a folder; leave them out.")
    }
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
    guard let tenant, !tenant.isEmpty else {
      throw ValidationError("--tenant: say whose the sessions in the database are.")
    }
    guard let state, !state.isEmpty else {
      throw ValidationError(
        """
        --state: name a folder on this machine for accounts, sign-ins and tokens, and for what \
        passes; the database keeps none of it.
        """)
    }
  }

  /// The folder of the server.
  var stateFolder: String { StateFolder.path(of: folder, told: state) }

  /// Opens the store for writing; a folder is made where there is none, a database is waited for.
  func open() throws(StoreError) -> any ServedStore {
    if isDatabase {
      return try TenantStore.open(
        ConnectionOptions(address, program: "sagevoice-server serve", as: .clinic),
        tenant: tenant ?? "", .waiting)
    }
    guard let actor = AuditActor("sagevoice-server") else { throw .unusable("no actor") }
    let key = keyFile ?? ServerStore.variable("SAGEVOICE_KEY_FILE")
    return try StoreAddress(
      folder: folder, key: key.map { .file($0) } ?? .none, actor: actor, clock: SystemClock()
    ).open(.writing)
  }
}
