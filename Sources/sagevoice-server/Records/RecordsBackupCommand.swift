import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backup", "Copy a store consistently, also while a watcher runs.",
    """
    The command copies the database and the audio. The copy of an encrypted store is encrypted, \
    and the command needs no key. Keep the key elsewhere. An interrupted run continues with \
    OUT.partial. To restore, stop the watcher, rename the store, run `records restore`, and \
    start the watcher.
    """,
    examples: ["sagevoice records backup --store store backup-2026-11-27"])

  @OptionGroup(title: HelpText.Title.store) var place: StoreFolder
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(help: ArgumentHelp("New folder for the copy.", valueName: "out"))
  var target: String

  func validate() throws {
    guard target != "" else { throw ValidationError("Name the folder to create.") }
  }

  func run() throws {
    try perform {
      let report = try StoreProgressBar(messages.verbosity).during { progress in
        let backup = StoreBackup(of: place.path, to: target, reporting: progress)
        return try backup.make()
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

struct RecordsRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "restore", "Restore a backup to a new or empty folder.",
    """
    The command verifies the copy before it becomes the store. An encrypted backup needs its \
    key. Run the command as the user of the watcher or server.
    """,
    examples: [
      "sagevoice records restore --store store backup-2026-11-27"
    ], status: "65 = the backup is damaged, or the key is wrong or missing.")

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(help: "Folder of `records backup`.", completion: .directory)
  var backup: String

  func validate() throws {
    guard !backup.isEmpty else { throw ValidationError("Name the folder of the backup.") }
  }

  func run() throws {
    try perform {
      let address = try selection.address
      let report = try StoreProgressBar(messages.verbosity).during { progress in
        try address.restore(from: backup, reporting: progress)
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
