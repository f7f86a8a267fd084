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
      An encrypted store stays encrypted and needs no key; keep the key elsewhere. The index \
      is not copied. To restore, stop the watcher, move the store away, run `records restore`, \
      and start the watcher.
      """,
      examples: [
        "sagevoice records backup --store store /backup/2026-11-27"
      ]))

  @OptionGroup(title: HelpText.Title.store) var place: StoreFolder

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: ArgumentHelp("New folder for the copy.", valueName: "out"))
  var target: String

  func validate() throws {
    guard target != "" else { throw ValidationError("Name the folder to make.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      var backup = StoreBackup(of: place.path, to: target)
      let report = try Records.exchanged { () throws(ExchangeError) in try backup.make() }
      if !messages.quiet { note(report) }
      return .success
    }
  }

  private func note(_ report: BackupReport) {
    let sessions = report.sessions.counted("session")
    StandardStreams.note("\(sessions) copied; head \(report.head ?? "none")")
    if report.unnamed > 0 {
      StandardStreams.note(
        "not copied: \(report.unnamed.counted("file")) in failed/ without a log line; see `sagevoice "
          + "records verify`")
    }
  }
}
