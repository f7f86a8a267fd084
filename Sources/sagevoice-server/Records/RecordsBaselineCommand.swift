import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsBaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "baseline", "Create or extend the baseline of a stored person.",
    """
    Like a watcher, the command uses all stored recordings of the person. It stores the baseline \
    and prints it. Recordings outside the baseline are listed with the reason.
    """,
    examples: [
      "sagevoice records baseline --store store --user anna --format text"
    ], status: "65 = too few usable recordings.")

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice
  @OptionGroup var person: PersonOption

  @Option(otherwise: .json)
  var format: DocumentFormat

  func run() throws {
    try perform {
      let store = try selection.open()
      let known = try Records.person(person.user, in: store)
      let news = try Records.follow(store, reference.minimums()).update(
        known, after: nil, .made, reason: "requested")
      let kept = try store.baseline(for: store.userHash(of: person.user))
      if let kept, let stored = try? StoredBaseline(json: kept.content) {
        let text = format == .json ? kept.content.fileText : BaselineReport.text(of: stored)
        try CommandOutput.write(text)
        BaselineMessages.leftOut(news.deferred, of: stored.baseline)
          .forEach(StandardStreams.note)
        return .success
      }
      let reasons = news.rejection?.reasons ?? []
      throw CommandFault(
        status: .refused,
        messages: reasons.isEmpty
          ? ["--user: this person has no recording with results in the store; check the ID"]
          : BaselineMessages.faults(reasons))
    }
  }
}

struct RecordsCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "compare", "Compare the newest session of a person with the baseline.",
    """
    A session is all recordings of the person with the same session_id. The command uses the \
    newest baseline without this session. An alert counts all sessions since that baseline.
    """,
    examples: ["sagevoice records compare --store store --user anna --format text"])

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice
  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice
  @OptionGroup var person: PersonOption

  @Option(otherwise: .json)
  var format: DocumentFormat

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func run() throws {
    try perform {
      let store = try selection.open()
      let known = try Records.person(person.user, in: store)
      let follow = Records.follow(store, try reference.minimums())
      guard let comparison = try follow.newestComparison(of: known) else {
        throw CommandFault(
          .refused,
          "--user: this person has no session after the baseline; check the ID or record again")
      }
      let baseline = try store.baseline(for: store.userHash(of: person.user))
        .flatMap { try? StoredBaseline(json: $0.content) }?.baseline
      return try ComparisonReport.deliver(
        comparison, with: baseline, as: format, messages.verbosity)
    }
  }
}

extension Records {
  /// Returns the stored person, or a person with the id alone.
  static func person(_ id: String, in store: RecordStore) throws -> Person {
    try store.person(for: store.userHash(of: id))?.decoded() ?? Person(UserProfile(userID: id))
  }

  static func follow(_ store: RecordStore, _ minimums: [RecordingMinimum]) -> PersonFollowUp {
    PersonFollowUp(in: store, minimums: minimums, environment: .ofThisMachine)
  }
}

struct RecordsKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "keep", "Store a baseline as the current one of its person.",
    """
    The watcher compares new recordings with this baseline. The former baseline stays in the \
    store as its parent.
    """,
    examples: ["sagevoice records keep --store store base.json"])

  @OptionGroup var selection: CreatedStoreChoice

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
    try perform {
      let bytes = try OptionFile(option: "baseline", kind: "a baseline").bytes(at: baseline)
      let file = try BaselineFile(bytes, for: "baseline")
      let store = try selection.open()
      let user = store.userHash(of: file.stored.baseline.person.userID)
      let kept = try store.save(file.json, for: user, reason: reason)
      StandardStreams.note("baseline version \(kept.number) of this person stored")
      return .success
    }
  }
}
