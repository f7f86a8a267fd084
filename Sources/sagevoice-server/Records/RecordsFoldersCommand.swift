import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsFoldersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "folders", "Write the folders of all sessions and people again.",
    """
    The database holds all data of a store. A plain store also has copies of sessions, people and \
    refused files in folders, for inspection. The command replaces them with the contents of the \
    database.
    """,
    examples: ["sagevoice records folders --store store"], aliases: ["reindex"])

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func run() throws {
    try perform {
      let store = try selection.open(messages.verbosity)
      try StoreProgressBar(messages.verbosity).during { progress in
        try store.rewriteFiles(reporting: progress)
      }
      let count = try store.sessions(SessionQuery()).count
      if !messages.quiet { StandardStreams.note("\(count.counted("session")) written") }
      return .success
    }
  }
}
