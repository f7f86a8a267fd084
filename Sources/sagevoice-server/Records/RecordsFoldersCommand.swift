import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsFoldersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folders",
    abstract: "Write the folders of all sessions and people again.",
    discussion: HelpText.discussion(
      """
      The database is the store. A plain store also has copies of sessions, people and refused \
      files in folders, for inspection. The command replaces them with the contents of the \
      database.
      """,
      examples: [
        "sagevoice records folders --store store"
      ]), aliases: ["reindex"])

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author, messages.verbosity)
      try StoreProgressBar(messages.verbosity).during { progress throws(CommandFault) in
        try Records.stored { () throws(StoreError) in try store.rewriteFiles(reporting: progress) }
      }
      let count = try Records.stored { () throws(StoreError) in
        try store.sessions(SessionQuery()).count
      }
      if !messages.quiet { StandardStreams.note("\(count.counted("session")) written") }
      return .success
    }
  }
}
