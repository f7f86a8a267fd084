// Another key for what a tenant has in a database.

import ArgumentParser
import Logging
import PostgresStore
import RecordStore

struct RekeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey",
    abstract: "Re-encrypt what a tenant has in a database with the first key of its key file.",
    discussion: """
      A key file may hold several keys, each on a line of its own: a name and 64 hexadecimal digits. Put a new key \
      first and leave the one that the tenant's store has behind it; this command, or any other that opens the store \
      with that file, makes the first one the store's. This command re-encrypts what is there already, one session, \
      person or file that was put away after the other, beside servers and watchers whose key files have the new key \
      too. It may be ended at any time and run again, and does nothing where nothing is left to do. At the end it \
      names the keys under which nothing is any more; backups made before still need theirs.

      What does not open, or is not what its row names, is said and left. Histories are never changed: what was done \
      elsewhere to a session that came stays under the key of its time, which is said too. Guests of a server are in a \
      folder of its machine: `sagevoice records rekey --store DIR/guests`. The login is a member of sagevoice_clinic.

      Exit status: 0 everything else is encrypted with the first key, 64 wrong usage, 65 something was left, or the \
      key is wrong or missing, 66 the tenant has no store, 73 the schema is not that of this version, or the store \
      cannot be written, 74 the database cannot be reached or could not do its part now.
      """)

  @OptionGroup var choice: DatabaseChoice

  @Option(help: TenantName.help)
  var tenant: TenantName

  @OptionGroup var key: KeyFile

  @Flag(help: "Only say how much there is to do.")
  var dryRun = false

  func run() throws {
    let store = try Self.ending(Status.ofOpening) { () throws(StoreError) in try open() }
    let report = try Self.ending(Status.ofRekeying) { () throws(StoreError) in try store.rekey() }
    for name in report.left {
      Messages.logger.error(
        "\(name) was left as it is: it does not open, or is not what its row names")
    }
    note(report)
    guard report.left.isEmpty else { throw ExitCode(Status.refused) }
  }

  /// Opens the store, which has to be there: opening it for writing would make one.
  private func open() throws(StoreError) -> PostgresSessionStore {
    let (options, keys) = (choice.options(for: "rekey", as: .clinic), try key.source.keys())
    let store = try TenantStore.open(options, tenant: tenant.text, keys: keys, .none, for: .reading)
    return dryRun ? store : try TenantStore.open(options, tenant: tenant.text, keys: keys, .none)
  }

  /// Does something whose fault ends the command.
  private static func ending<Value>(
    _ status: (StoreError) -> Int32, _ body: () throws(StoreError) -> Value
  ) throws -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(status(error))
    }
  }

  private func note(_ report: RekeyReport) {
    let done = dryRun ? "are to be" : "were"
    Messages.logger.notice(
      """
      \(report.documents) documents of \(report.sessions) sessions, \(report.baselines) baselines, \
      \(report.people) records of people and \(report.failedFiles) files or reports of what was put away \(done) \
      re-encrypted with the key \(report.key)
      """)
    if report.histories > 0 {
      Messages.logger.notice(
        "\(report.histories) lines of histories stay under a former key; histories are never changed"
      )
    }
    guard !report.unneeded.isEmpty else { return }
    Messages.logger.notice(
      """
      nothing in the store is any more under: \(report.unneeded.joined(separator: ", ")); keep them as long as \
      there are backups from before
      """)
  }
}

extension Status {
  /// What a fault means of a store that could not be opened.
  fileprivate static func ofOpening(_ error: StoreError) -> Int32 {
    if case .unusable = error { cannotCreate } else { ofRekeying(error) }
  }

  /// What a fault means of one that was being re-encrypted.
  fileprivate static func ofRekeying(_ error: StoreError) -> Int32 {
    switch error {
    case .fileSystem, .away: inputOutput
    case .notAStore, .newerSchema, .noSession, .purged: cannotOpenInput
    case .readOnly: cannotCreate
    case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted, .keyFile, .damaged,
      .unusable:
      refused
    }
  }
}
