import ArgumentParser
import RecordStore

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

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let count = try Records.stored { () throws(StoreError) -> Int in
        try store.reindex()
        return try store.sessions(SessionQuery()).count
      }
      StandardStreams.note("\(NumberText.count(count, "session")) indexed")
      return .success
    }
  }
}
