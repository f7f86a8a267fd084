import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a store to a new folder as it is at one moment, beside a running watcher.",
    discussion: """
      A plain copy of a store that somebody writes to has logs of one moment and documents of another. \
      This one holds them of one moment, and `records verify` finds nothing in it. An encrypted store \
      stays encrypted, and its key is not needed; keep the key elsewhere. The index is left out and is \
      made anew. What lies in inboxes is not the store's.

      To restore, stop the watcher, move the store away, run `records restore`, and start the watcher.
      """)

  @OptionGroup var place: StoreFolder

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(help: ArgumentHelp("The folder to make; it must not exist yet.", valueName: "out"))
  var target: String

  func validate() throws {
    guard target != "" else { throw ValidationError("Name the folder to make.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      var backup = StoreBackup(of: place.path, to: target)
      let report = try Records.exchanged { () throws(ExchangeError) in try backup.make() }
      if !quiet { note(report) }
      return .success
    }
  }

  private func note(_ report: BackupReport) {
    let sessions = report.sessions.counted("session")
    StandardStreams.note("\(sessions) copied; head \(report.head ?? "none")")
    if report.unnamed > 0 {
      StandardStreams.note(
        "files in failed/ that no log names stayed behind: \(report.unnamed); see `sagevoice records "
          + "verify`")
    }
  }
}
