import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Copy a backup to a missing or empty folder, verify the copy and rebuild its index.",
    discussion: """
      The counterpart of `records backup`. The copy gets the name of the store only after it was verified; after an \
      error nothing is restored. An encrypted backup needs its key. Run the command as the user of the watcher or \
      server, so that the store belongs to that user.

      Exit status: 0 restored, 64 wrong usage, 65 the backup is damaged, or the key is wrong or missing, 66 the backup \
      is not a store, 73 the folder is not empty or cannot be written, 74 input/output error.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(help: "The folder that `records backup` wrote.", completion: .directory)
  var backup: String

  func validate() throws {
    guard !backup.isEmpty else { throw ValidationError("Name the folder of the backup.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let address = try StoreAddress.of(folder: selection.folder, selection.key, author.chosen)
      let report = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        try Records.exchanged { () throws(ExchangeError) in
          try address.restore(from: backup, reporting: progress)
        }
      }
      if !quiet {
        let sessions = report.sessions.counted("session")
        StandardStreams.note("\(sessions) restored; head \(report.head ?? "none")")
      }
      return .success
    }
  }
}
