import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a store consistently, also while a watcher runs.",
    discussion: HelpText.discussion(
      """
      The command copies the database and the audio. An encrypted store stays encrypted and \
      needs no key; keep the key elsewhere. An interrupted run continues with OUT.partial. To \
      restore, stop the watcher, rename the store, run `records restore`, and start the watcher.
      """,
      examples: [
        "sagevoice records backup --store store backup-2026-11-27"
      ]))

  @OptionGroup(title: HelpText.Title.store) var place: StoreFolder

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: ArgumentHelp("New folder for the copy.", valueName: "out"))
  var target: String

  func validate() throws {
    guard target != "" else { throw ValidationError("Name the folder to create.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let report = try StoreProgressBar(messages.verbosity).during {
        progress throws(CommandFault) in
        let backup = StoreBackup(of: place.path, to: target, reporting: progress)
        return try Records.exchanged { () throws(ExchangeError) in try backup.make() }
      }
      if !messages.quiet {
        let sessions = report.sessions.counted("session")
        StandardStreams.note(
          "\(sessions) copied, head of the history: \(report.head ?? commandText("no_value"))")
      }
      return .success
    }
  }
}
