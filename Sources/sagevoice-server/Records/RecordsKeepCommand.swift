import ArgumentParser
import BaselineService
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Store a baseline as the current one of its person.",
    discussion: HelpText.discussion(
      """
      The watcher compares new recordings with it. The former baseline stays in the store as \
      its parent.
      """,
      examples: [
        "sagevoice records keep --store store base.json"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.store) var choice: StoreCreationChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Option(help: "Reason for the new version.")
  var reason = "saved manually"

  @Argument(
    help: "File of `baseline establish`; - is standard input.",
    completion: .file(extensions: ["json"]))
  var baseline: String

  func validate() throws {
    guard !reason.isEmpty else { throw ValidationError("--reason: expected a text.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let bytes = try OptionFile(option: "baseline", kind: "a baseline").bytes(at: baseline)
      let file = try BaselineFile(bytes, for: "baseline")
      let store = try selection.open(for: author, creating: choice.creation)
      let kept = try Records.stored { () throws(StoreError) in
        let user = store.userHash(of: file.stored.baseline.person.userID)
        return try store.save(file.json, for: user, reason: reason)
      }
      StandardStreams.note("baseline version \(kept.number) of this person stored")
      return .success
    }
  }
}
