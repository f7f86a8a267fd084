import ArgumentParser
import CommandSupport
import PostgresStore
import RecordStore
import VoiceTypes

struct RecordsRekeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey",
    abstract: "Re-encrypt everything in a store with the first key of its key file.",
    discussion: """
      A key file may hold several keys, each on a line of its own: a name and 64 hexadecimal digits. Put the new key \
      first and leave the former one after it; this command, or any other that opens the store for writing, makes the \
      first one the store's, and what is written from then on is encrypted with it. This command re-encrypts the rest, \
      one session, person or failed file after the other, beside running watchers and servers whose key files have the \
      new key too. It may be interrupted and run again. At the end it names the keys that the store no longer needs; \
      backups made before still need theirs.

      Of a database (--database, --tenant) the audit chains are never changed and keep their former key; the login is a \
      member of sagevoice_clinic. Guests of a server are in a folder: `records rekey --store DIR/guests`.

      Documents that do not decrypt, or that differ from the audit log, are named on standard error and left.

      Exit status: 0 everything is encrypted with the first key, 64 wrong usage, 65 something was left, or the key is \
      wrong or missing, 66 there is no store, 73 the store cannot be written or the schema is another, 74 \
      input/output error, or the database cannot be reached.
      """)

  @OptionGroup var selection: AnyStoreChoice

  @OptionGroup var author: ActorChoice

  @Flag(help: "Only report how much there is to do.")
  var dryRun = false

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func run() throws {
    try perform { () throws(CommandFault) in
      let report = try selection.isDatabase ? rekeyTenant() : rekeyFolder()
      for path in report.left where !quiet {
        StandardStreams.note(
          "\(path) was left: it is in use, does not decrypt, or differs from the audit log; run `sagevoice records "
            + "verify`, then this again")
      }
      if !quiet { note(report) }
      return report.left.isEmpty ? .success : .refused
    }
  }

  private func rekeyFolder() throws(CommandFault) -> RekeyReport {
    let address = try StoreAddress.of(folder: selection.folder, selection.key, author.chosen)
    let store =
      try dryRun ? address.opened() : address.opened(creating: .never, quiet ? .quiet : .usual)
    return try StoreProgressBar(quiet ? .quiet : .usual).during { progress throws(CommandFault) in
      try Records.stored { () throws(StoreError) in try store.rekey(telling: progress) }
    }
  }

  private func rekeyTenant() throws(CommandFault) -> RekeyReport {
    let store: PostgresSessionStore
    do {
      // Opening for writing would create a missing store.
      let found = try selection.openTenant(for: "rekey", .none, .reading)
      store = try dryRun ? found : selection.openTenant(for: "rekey", .none)
    } catch {
      if case .unusable = error {
        throw CommandFault(status: .cannotCreateOutput, messages: [error.description])
      }
      throw CommandFault(error)
    }
    return try Records.stored { () throws(StoreError) in try store.rekey() }
  }

  private func note(_ report: RekeyReport) {
    let done = dryRun ? "are to be" : "were"
    StandardStreams.note(
      "\(report.documents.counted("document")) of "
        + "\(report.sessions.counted("session")), "
        + "\(report.baselines.counted("baseline")), "
        + "\(report.people.counted("file")) of people and "
        + "\(report.failedFiles.counted("file")) in failed/ \(done) re-encrypted with the key "
        + report.key)
    if report.histories > 0 {
      StandardStreams.note(
        "with a former key: \(report.histories.counted("audit line")); audit chains are never changed"
      )
    }
    guard !report.unneeded.isEmpty else { return }
    StandardStreams.note(
      "the store no longer needs: \(report.unneeded.joined(separator: ", ")); keep them as long as there are "
        + "backups from before")
  }
}
