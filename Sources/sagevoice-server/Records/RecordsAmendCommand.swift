import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsAmendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "amend", "Create a corrected copy of a session.",
    """
    The session stays unchanged. The new session contains the ID of the amended session and the \
    reason. --profile replaces the profile. Archived audio is analysed again for the person of \
    the new profile. Without audio, the measures stay and the assessment is omitted. Automatic \
    baselines of both people are updated. The command prints the new session as JSON.
    """,
    examples: [
      "sagevoice records amend --store store --reason 'wrong age' --profile anna.json SESSION"
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(
    help: ArgumentHelp("Reason for the correction, stored in the new session.", valueName: "text"))
  var reason: String

  @Option(
    help: ArgumentHelp("Corrected profile (JSON).", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(help: "ID of the session.", transform: OptionValue.session)
  var session: SessionID

  func validate() throws {
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw ValidationError("--reason: expected a text with the reason.")
    }
    try OptionFile.requireOneStandardInput([profile, reference.limits])
    guard reference.limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only.")
    }
  }

  func run() throws {
    try perform {
      let profile = try self.profile.map { path in
        try ProfileFile.read(from: path, messages.verbosity)
      }
      let store = try selection.open(messages.verbosity)
      let former = try Records.session(session, in: store)
      let pipelines = JobPipelines(environment: .ofThisMachine, assessor: try reference.assessor())
      let amendment = try SessionAmendment(of: former, in: store, for: profile, by: pipelines)
      guard let id = SessionID(RunEnvironment.ofThisMachine.newID()) else {
        throw CommandFault(.internalFault, "the new ID is not a UUID")
      }
      try amendment.file(as: id, reason: reason)
      try amendment.follow(as: id)
      if !messages.quiet, let note = amendment.note { StandardStreams.note(note) }
      let row: JSONValue = [
        "session_id": .string(id.text), "parent": .string(session.text),
        "analysed_anew": .bool(amendment.isReanalysed),
      ]
      return ReceiptOutput.deliver(row.lineText)
    }
  }
}
