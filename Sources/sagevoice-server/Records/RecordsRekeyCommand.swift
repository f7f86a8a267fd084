import ArgumentParser
import CommandSupport
import PostgresStore
import RecordStore
import VoiceTypes

struct RecordsRekeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "rekey", "Re-encrypt a store with the first key of its key file.",
    """
    A key file with several keys has one key per line: a name and 64 hexadecimal digits. Put the \
    new key first and keep the former key below it. The command may be interrupted and repeated, \
    also while watchers and servers with both keys run. The command reports keys that the store no \
    longer needs. Old backups still need their keys. Values that do not decrypt or differ from \
    their hash are reported and stay unchanged. Histories keep their key.

    In a PostgreSQL database the login needs the role \
    sagevoice_clinic. The guests of a server are in a folder: `records rekey --store \
    DIR/guests`.
    """,
    examples: [
      "sagevoice records rekey --store store --key-file keys --dry-run",
      "sagevoice records rekey --store store --key-file keys",
    ],
    status: "65 = a document was not re-encrypted, or the key is wrong or missing.")

  @OptionGroup(title: HelpText.Title.store) var selection: AnyStoreChoice
  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Flag(help: "Report the amount of work, and change nothing.")
  var dryRun = false

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func run() throws {
    try perform {
      let report = try selection.isDatabase ? rekeyTenant() : rekeyFolder()
      for path in report.left where !messages.quiet {
        StandardStreams.note(
          "\(path) was not re-encrypted: it does not decrypt, or differs from its hash; run `sagevoice records "
            + "verify`, then this again")
      }
      if !messages.quiet { note(report) }
      return report.left.isEmpty ? .success : .refused
    }
  }

  private func rekeyFolder() throws -> RekeyReport {
    let address = try StoreAddress.of(folder: selection.folder, selection.key, author.chosen)
    let store =
      try dryRun ? address.opened() : address.opened(creating: .never, messages.verbosity)
    return try StoreProgressBar(messages.verbosity).during { progress in
      try store.rekey(reporting: progress)
    }
  }

  private func rekeyTenant() throws -> RekeyReport {
    let store: RecordStore
    do {
      // Opening for writing would create a missing store.
      let found = try selection.openTenant(for: "rekey", .none, .reading)
      store = try dryRun ? found : selection.openTenant(for: "rekey", .none)
    } catch {
      if case .unusable = error { throw CommandFault(.cannotCreateOutput, error.description) }
      throw error
    }
    return try store.rekey()
  }

  private func note(_ report: RekeyReport) {
    let done = dryRun ? "are to be" : "were"
    StandardStreams.note(
      "\(report.documents.counted("document")) of "
        + "\(report.sessions.counted("session")), "
        + "\(report.baselines.counted("baseline")), "
        + "\(report.people.counted("file")) of people and "
        + "\(report.failedFiles.counted("quarantined file")) \(done) re-encrypted with the key "
        + report.key)
    if report.histories > 0 {
      StandardStreams.note(
        "with a former key: \(report.histories.counted("history line")); histories are never changed"
      )
    }
    guard !report.unneeded.isEmpty else { return }
    StandardStreams.note(
      "not needed by the store: \(report.unneeded.count.counted("key")) "
        + "(\(report.unneeded.joined(separator: ", "))), but by older backups")
  }
}
