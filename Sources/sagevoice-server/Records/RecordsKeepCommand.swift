import ArgumentParser
import BaselineService
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Keep a baseline as the one that counts for its person.",
    discussion: """
      The watcher compares new recordings of that person with it. The former baseline stays in the \
      store, as the parent of this one.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var choice: StoreCreationChoice

  @OptionGroup var author: ActorChoice

  @Option(help: "Why this baseline is kept; it stands in the audit log.")
  var reason = "kept by hand"

  @Argument(
    help: "What `sagevoice baseline establish` wrote; - is standard input.",
    completion: .file(extensions: ["json"]))
  var baseline: String

  func validate() throws {
    guard !reason.isEmpty else { throw ValidationError("--reason takes a text.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let bytes = try OptionFile(option: "baseline", kind: "a baseline").bytesOrInput(baseline)
      let file = try BaselineFile(bytes, for: "baseline")
      let store = try selection.open(for: author, creating: choice.creation)
      let kept = try Records.stored { () throws(StoreError) in
        let user = store.userHash(of: file.stored.baseline.person.userID)
        return try store.keep(file.json, for: user, reason: reason)
      }
      StandardStreams.note("kept as number \(kept.number) of this person")
      return .success
    }
  }
}
