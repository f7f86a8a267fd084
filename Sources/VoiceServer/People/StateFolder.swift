// The folder of a server, beside a store of folders: who is signed in, who works here, and what passes. Nothing in it is of a recording
// that has been put away; without it nobody is signed in, and all else is as it was.

internal import JobRunner
package import RecordStore
package import VoicePipeline

/// The folder of a server, `STORE.server` unless told.
package struct StateFolder: Sendable {
  /// Its path.
  package let path: String

  private let files: any FileSystem
  private let newID: @Sendable () -> String

  /// The folder of a store, or the one that was told.
  package static func path(of store: String, told: String?) -> String { told ?? store + ".server" }

  /// The store of guests in a folder of a server whose other store is no folder.
  package static func guests(in folder: String) -> String { folder + "/guests" }

  /// The folder at a path.
  package init(_ path: String, files: any FileSystem, environment: RunEnvironment) {
    (self.path, self.files, newID) = (path, files, environment.newID)
  }

  /// Recordings until they are analysed.
  var spool: String { path + "/spool" }

  /// Recordings of guests until they are analysed.
  var guestSpool: String { path + "/guest-spool" }

  /// Whose history is on its way from the store of guests.
  var moves: String { path + "/moves" }

  /// Takes whose store is away.
  var takes: String { path + "/takes" }

  /// What is told to programs beside this one, where the store is no folder.
  var events: String { path + "/events.ndjson" }

  /// Exports until they are sent.
  var passing: String { path + "/passing" }

  /// The tokens of staff.
  package var tokens: StaffTokens { StaffTokens(in: path + "/staff", files: files, newID: newID) }

  /// The credentials in this folder.
  func credentials(isSecure: Bool) -> Credentials {
    Credentials(
      people: SignIns(of: .people, in: path + "/sign-ins", isSecure: isSecure, files: files),
      staff: SignIns(of: .staff, in: path + "/staff-sign-ins", isSecure: isSecure, files: files),
      resets: ExpiringTokens(Credentials.resetKind, in: path + "/password-resets", files: files),
      tokens: tokens, accounts: Accounts(in: path + "/accounts", files: files))
  }

  /// Makes the folder.
  package func prepare() throws(FileSystemError) { try files.ensureFolder(path) }

  /// Removes exports that an earlier run did not send to their end. No other server may run in the folder.
  func removePassing() throws(FileSystemError) {
    guard try files.facts(of: passing) != nil else { return }
    for name in try files.list(passing) { try files.removeIfThere("\(passing)/\(name)") }
  }
}

/// Who may come in, by what.
package struct Credentials: Sendable {
  /// People who are signed in.
  let people: SignIns

  /// Staff who are signed in with a browser.
  let staff: SignIns

  /// Links by which people without their password set another one.
  let resets: ExpiringTokens

  /// Staff.
  package let tokens: StaffTokens

  /// People with passwords.
  let accounts: Accounts

  /// A link is valid for a day.
  static let resetKind = ExpiringTokens.Kind(
    schema: "sagevoice/password-reset/1", holder: "person", seconds: 86_400)

  /// Makes the folders, removes expired tokens and indexes accounts and tokens.
  func prepare(at now: StoreTime) throws(FileSystemError) {
    try tokens.prepare()
    try accounts.prepare()
    for expiring in expiring { try expiring.prepare(at: now) }
  }

  /// Removes expired tokens.
  func removeExpired(at now: StoreTime) throws(FileSystemError) {
    for expiring in expiring { try expiring.removeExpired(at: now) }
  }

  private var expiring: [ExpiringTokens] { [people.tokens, staff.tokens, resets] }
}
