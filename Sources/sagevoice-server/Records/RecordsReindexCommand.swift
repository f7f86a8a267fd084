import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsReindexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex",
    abstract: "Rebuild the index of a store from its sessions.",
    discussion: HelpText.discussion(
      """
      Without a running watcher the command also repairs the store after a crash.
      """,
      examples: [
        "sagevoice records reindex --store store"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author, messages.verbosity)
      try StoreProgressBar(messages.verbosity).during { progress throws(CommandFault) in
        try Records.stored { () throws(StoreError) in try store.reindex(telling: progress) }
      }
      let count = try Records.stored { () throws(StoreError) in
        try store.sessions(SessionQuery()).count
      }
      if !messages.quiet { StandardStreams.note("\(count.counted("session")) indexed") }
      return .success
    }
  }
}
