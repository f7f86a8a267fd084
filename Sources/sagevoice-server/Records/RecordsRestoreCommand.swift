import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup to a new or empty folder.",
    discussion: HelpText.discussion(
      """
      The copy is verified before it gets the name of the store. An encrypted backup needs its \
      key. Run the command as the user of the watcher or server.
      """,
      examples: [
        "sagevoice records restore --store store backup-2026-11-27"
      ], status: "65 = the backup is damaged, or the key is wrong or missing."))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: "Folder of `records backup`.", completion: .directory)
  var backup: String

  func validate() throws {
    guard !backup.isEmpty else { throw ValidationError("Name the folder of the backup.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let address = try StoreAddress.of(folder: selection.folder, selection.key, author.chosen)
      let report = try StoreProgressBar(messages.verbosity).during {
        progress throws(CommandFault) in
        try Records.exchanged { () throws(ExchangeError) in
          try address.restore(from: backup, reporting: progress)
        }
      }
      if !messages.quiet {
        let sessions = report.sessions.counted("session")
        StandardStreams.note(
          "\(sessions) restored, head of the history: \(report.head ?? commandText("no_value"))")
      }
      return .success
    }
  }
}
