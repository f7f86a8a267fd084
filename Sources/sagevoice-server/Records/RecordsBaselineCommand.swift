import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsBaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Create or extend the baseline of a stored person.",
    discussion: HelpText.discussion(
      """
      The command uses all stored recordings of the person, as a watcher does, stores the \
      baseline and prints it. Recordings outside the baseline are listed with the reason.
      """,
      examples: [
        "sagevoice records baseline --store store --user anna --format text"
      ], status: "65 = too few usable recordings."))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice

  @Option(
    help: ArgumentHelp("Id of the person.", valueName: "id"))
  var user: String

  @Option(otherwise: .json)
  var format: DocumentFormat

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let known = try Records.person(user, in: store)
      let minimums = try reference.minimums()
      let (news, kept) = try Records.stored { () throws(StoreError) in
        let news = try Records.follow(store, minimums).update(
          known, after: nil, .made, reason: "requested")
        return (news, try store.baseline(for: store.userHash(of: user)))
      }
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
          ? ["\(user) has no recording with results in this store"]
          : BaselineMessages.faults(reasons))
    }
  }
}

struct RecordsCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the newest session of a person with the baseline.",
    discussion: HelpText.discussion(
      """
      The baseline is the newest one without this session. Sessions since that baseline also \
      count.
      """,
      examples: [
        "sagevoice records compare --store store --user anna --format text"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice

  @Option(
    help: ArgumentHelp("Id of the person.", valueName: "id"))
  var user: String

  @Option(otherwise: .json)
  var format: DocumentFormat

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let known = try Records.person(user, in: store)
      let minimums = try reference.minimums()
      let (comparison, kept) = try Records.stored { () throws(StoreError) in
        let comparison = try Records.follow(store, minimums).newestComparison(of: known)
        return (comparison, try store.baseline(for: store.userHash(of: user)))
      }
      guard let comparison else {
        throw CommandFault(
          status: .refused,
          messages: ["\(user) has no session after the baseline. Record a new session."])
      }
      let baseline = kept.flatMap { try? StoredBaseline(json: $0.content) }?.baseline
      return try ComparisonReport.deliver(
        comparison, with: baseline, as: format, messages.verbosity)
    }
  }
}

extension Records {
  /// Returns the stored person, or a person with the id alone.
  static func person(_ id: String, in store: RecordStore) throws(CommandFault) -> Person {
    try stored { () throws(StoreError) in
      try store.person(for: store.userHash(of: id))?.decoded() ?? Person(UserProfile(userID: id))
    }
  }

  /// Returns the follow-up of stored people, with the recording minimums.
  static func follow(
    _ store: RecordStore, _ minimums: [RecordingMinimum]
  ) -> PersonFollowUp {
    PersonFollowUp(in: store, minimums: minimums, environment: .ofThisMachine)
  }
}
