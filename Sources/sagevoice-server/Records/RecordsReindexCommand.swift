import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsReindexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex",
    abstract: "Make the index anew from the folders of the sessions.",
    discussion: """
      Also puts in order what a crash left, if no watcher is running. The index is never the only copy \
      of anything.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author, quiet ? .quiet : .usual)
      try StoreProgressBar(quiet ? .quiet : .usual).during { progress throws(CommandFault) in
        try Records.stored { () throws(StoreError) in try store.reindex(telling: progress) }
      }
      let count = try Records.stored { () throws(StoreError) in
        try store.sessions(SessionQuery()).count
      }
      if !quiet { StandardStreams.note("\(count.counted("session")) indexed") }
      return .success
    }
  }
}
