// The state directory contains credentials, spools and temporary files. Without it all users and
// staff are signed out; finalized sessions are not affected.

internal import JobRunner
package import RecordStore
package import VoicePipeline

/// The state directory of a server, `STORE.server` by default.
package struct StateDirectory: Sendable {
  package let path: String
  private let files: any FileSystem
  private let newID: @Sendable () -> String

  package static func path(of store: String, given: String?) -> String {
    given ?? store + ".server"
  }

  /// Returns the guest store in the state directory of a server with a database.
  package static func guests(in folder: String) -> String { folder + "/guests" }

  package init(_ path: String, files: any FileSystem, environment: RunEnvironment) {
    (self.path, self.files, newID) = (path, files, environment.newID)
  }

  /// The spool: recordings until their analysis.
  var spool: String { path + "/spool" }

  var guestSpool: String { path + "/guest-spool" }

  /// The notes of guest migrations in progress.
  var moves: String { path + "/moves" }

  var takes: String { path + "/takes" }

  /// The event log for external programs, when the store is not a directory.
  var events: String { path + "/events.ndjson" }

  /// The directory of temporary export and sync files.
  var passing: String { path + "/passing" }

  package var tokens: StaffTokens { StaffTokens(in: path + "/staff", files: files, newID: newID) }

  func credentials(isSecure: Bool) -> Credentials {
    Credentials(
      people: SignInStore(of: .people, in: path + "/sign-ins", isSecure: isSecure, files: files),
      staff: SignInStore(
        of: .staff, in: path + "/staff-sign-ins", isSecure: isSecure, files: files),
      resets: ExpiringTokens(Credentials.resetKind, in: path + "/password-resets", files: files),
      tokens: tokens, accounts: Accounts(in: path + "/accounts", files: files))
  }

  package func prepare() throws(FileSystemError) { try files.ensureFolder(path) }

  /// Deletes temporary files of earlier runs. No other server may run in the directory.
  func removePassing() throws(FileSystemError) {
    guard try files.facts(of: passing) != nil else { return }
    for name in try files.list(passing) { try files.removeIfThere("\(passing)/\(name)") }
  }
}

package struct Credentials: Sendable {
  let people: SignInStore
  let staff: SignInStore
  let resets: ExpiringTokens
  package let tokens: StaffTokens
  let accounts: Accounts

  /// The format of reset links; the lifetime is one day.
  static let resetKind = ExpiringTokens.Kind(
    schema: "sagevoice/password-reset/1", holder: "person", seconds: 86_400)

  /// Creates the directories, deletes expired tokens and indexes accounts and tokens.
  func prepare(at now: StoreTime) throws(FileSystemError) {
    try tokens.prepare()
    try accounts.prepare()
    for expiring in expiring { try expiring.prepare(at: now) }
  }

  func removeExpired(at now: StoreTime) throws(FileSystemError) {
    for expiring in expiring { try expiring.removeExpired(at: now) }
  }

  private var expiring: [ExpiringTokens] { [people.tokens, staff.tokens, resets] }
}
