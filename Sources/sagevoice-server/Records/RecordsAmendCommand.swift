import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsAmendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "amend",
    abstract: "Put a session right in a new one that names it.",
    discussion: """
      Nothing is rewritten: the new session holds what the former one holds, names it and the reason, \
      and the former one's log names the new one. With --profile the profile takes the place of the \
      former one, all else that was told stays, and the recording is analysed anew for \
      that person if it was kept; otherwise the measures stay and the assessment is left out, because \
      it was for other answers. Baselines that made themselves, of whom the session was and of whom it is, \
      are judged anew. The new session is printed as JSON.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("Why, in a few words; kept in the new session.", valueName: "text"))
  var reason: String

  @Option(
    help: ArgumentHelp("What is right about the person.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @OptionGroup var reference: LimitsChoice

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(help: "The session to amend.", transform: OptionValue.session)
  var session: SessionID

  func validate() throws {
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw ValidationError("--reason takes a text that says why.")
    }
    guard reference.limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only: limits are for a person.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let profile = try self.profile.map { path throws(CommandFault) in
        try ProfileFile.read(from: path, quiet ? .quiet : .usual)
      }
      let store = try selection.open(for: author, quiet ? .quiet : .usual)
      let former = try Records.session(session, in: store)
      let pipelines = JobPipelines(
        environment: .ofThisMachine, assessor: try reference.assessor())
      let amendment = try Records.stored { () throws(StoreError) in
        try SessionAmendment(of: former, in: store, for: profile, by: pipelines)
      }
      guard let id = SessionID(RunEnvironment.ofThisMachine.newID()) else {
        throw CommandFault(status: .internalFault, messages: ["the new id is no UUID"])
      }
      try Records.stored { () throws(StoreError) in
        try amendment.file(as: id, reason: reason)
        try amendment.follow(as: id)
      }
      if !quiet, let note = amendment.note { StandardStreams.note(note) }
      let row: JSONValue = [
        "session_id": .string(id.text), "parent": .string(session.text),
        "analysed_anew": .bool(amendment.isAnalysedAnew),
      ]
      return ReceiptOutput.deliver(row.lineText)
    }
  }
}
