import ArgumentParser
import RecordStore

struct RecordsRekeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey",
    abstract: "Re-encrypt everything in a store with the first key of its key file.",
    discussion: """
      A key file may hold several keys, each on a line of its own: a name and 64 hexadecimal digits. Put \
      a new key first and leave the one that the store has behind it; this command, or any other that \
      writes, makes the first one the store's, and what is written from then on is encrypted with it. \
      This command re-encrypts what is there already, one session, person or failed file after the \
      other, beside a running watcher whose key file has the new key too. It may be ended at any time and \
      run again, and does nothing where nothing is left to do. At the end it names the keys that nothing \
      in the store needs any more; backups made before still need theirs.

      What is not as the logs of the store say is named on standard error and left.

      Exit status: 0 everything is encrypted with the first key, 64 wrong usage, 65 something was left, or \
      the key is wrong or missing, 66 there is no store, 73 the store cannot be written, 74 input/output \
      error.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Flag(help: "Only say how much there is to do.")
  var dryRun = false

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try dryRun ? selection.open() : selection.open(for: author)
      let report = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        try Records.stored { () throws(StoreError) in try store.rekey(telling: progress) }
      }
      for path in report.left {
        StandardStreams.note(
          "\(path) was left as it is: it is in hand, or not as the logs say; run `sagevoice records "
            + "verify`, then this again")
      }
      if !quiet { note(report) }
      return report.left.isEmpty ? .success : .refused
    }
  }

  private func note(_ report: RekeyReport) {
    let done = dryRun ? "are to be" : "were"
    StandardStreams.note(
      "\(NumberText.count(report.documents, "document")) of "
        + "\(NumberText.count(report.sessions, "session")), "
        + "\(NumberText.count(report.baselines, "baseline")), "
        + "\(NumberText.count(report.people, "file")) of people and "
        + "\(NumberText.count(report.failedFiles, "file")) in failed/ \(done) re-encrypted with the key "
        + report.key)
    guard !report.unneeded.isEmpty else { return }
    StandardStreams.note(
      "nothing in the store needs any more: \(report.unneeded.joined(separator: ", ")); keep them as "
        + "long as there are backups from before")
  }
}
