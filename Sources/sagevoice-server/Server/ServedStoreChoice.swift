import ArgumentParser
import CommandSupport
import PostgresStore
import RecordStore
import VoiceServer

/// The served store, and the state folder of the server.
struct ServedStoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var selection: AnyStoreChoice
  @OptionGroup(title: HelpText.Title.store) var choice: StoreCreationChoice

  @Option(
    help: ArgumentHelp(
      "Folder for accounts, sign-ins and uploads. Default: STORE.server.", valueName: "folder"),
    completion: .directory)
  var state: String?

  func validate() throws {
    guard state?.isEmpty != true else { throw ValidationError("--state: name a folder.") }
    guard !selection.isDatabase || state != nil else {
      throw ValidationError(
        "--state: name a folder on this machine for accounts, sign-ins, tokens and uploads; the "
          + "database does not store them.")
    }
  }

  var stateFolder: String { StateDirectory.path(of: selection.folder, given: state) }

  /// Opens the store for writing; a database is waited for. With a database the folder of the server, which is created
  /// after the tenant was found, has a store of guests.
  func open() throws(StoreError) -> (store: RecordStore, guests: GuestMigration?) {
    guard let actor = AuditActor("sagevoice-server") else { throw .unusable("no actor") }
    guard selection.isDatabase else {
      return (try selection.folderAddress(writtenBy: actor).open(creating: choice.creation), nil)
    }
    let store = try selection.openTenant(for: "serve", .waiting, creating: choice.creation)
    do throws(FileSystemError) {
      try POSIXFileSystem().ensureFolder(stateFolder)
    } catch {
      throw .fileSystem(error)
    }
    let folder = StateDirectory.guests(in: stateFolder)
    let guests = try store.guests(in: folder, actor: "sagevoice-server", clock: SystemClock())
    return (store, GuestMigration(from: guests, to: store))
  }
}
