// Where a server keeps sessions and people: in a folder of its own, or in a database that several machines share.

import ArgumentParser
import PostgresStore
import RecordStore
import VoiceServer

/// Which store, and what is kept beside it.
struct StoreChoice: ParsableArguments {
  @OptionGroup var place: KeyedFolder

  @Option(
    help: ArgumentHelp(
      """
      A database in place of a folder, as a URL of PostgreSQL; with --tenant and without, \
      SAGEVOICE_DATABASE.
      """, valueName: "url"))
  var database: String?

  @Option(
    help: "Whose sessions in the database: small letters, digits, '.', '_' and '-'.")
  var tenant: TenantName?

  @Option(
    help: ArgumentHelp(
      "The folder for who may come in and for what passes; STORE.server unless given.",
      valueName: "folder"),
    completion: .directory)
  var state: String?

  private var isDatabase: Bool { database != nil || tenant != nil }

  private var address: String { database ?? StoreFolder.variable("SAGEVOICE_DATABASE") ?? "" }

  /// The folder, from the option or the environment.
  private var folder: String { place.folder.path ?? "" }

  func validate() throws {
    guard isDatabase else { return try place.folder.check() }
    guard place.folder.store == nil else {
      throw ValidationError("--store is a folder; leave it out beside a database.")
    }
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
    guard tenant != nil else {
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

  /// Opens the store for writing; a folder is made where there is none, a database is waited for. Beside a database
  /// there is a store of guests in the folder of the server, which has to be there.
  func open() throws(StoreError) -> (store: any ServedStore, guests: GuestMove?) {
    let name = "sagevoice-server"
    if isDatabase {
      let store = try TenantStore.open(
        ConnectionOptions(address, program: "\(name) serve", as: .clinic),
        tenant: tenant?.text ?? "", keys: place.key.source.keys(), .waiting)
      let folder = StateFolder.guests(in: stateFolder)
      let guests = try store.guests(in: folder, actor: name, clock: SystemClock())
      return (store, GuestMove(from: guests, to: store))
    }
    return (try place.address().open(.writing), nil)
  }
}
