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
    abstract: "Establish or extend the baseline of a stored person, and print it.",
    discussion: """
      The baseline is made from the recordings that the store has of the person, as a watcher does it, and stored.

      Exit status: 0 the baseline was printed, 64 wrong usage, 65 there are not enough usable recordings, 66 the \
      store cannot be opened, 73 it cannot be written, 74 input/output error.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @OptionGroup var reference: LimitsChoice

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let known = try Records.person(user, in: store)
      let minimums = try reference.minimums()
      let (news, kept) = try Records.stored { () throws(StoreError) in
        let news = try Records.follow(store, minimums).look(
          at: known, after: nil, .made, reason: "asked for")
        return (news, try store.baseline(for: store.userHash(of: user)))
      }
      if let kept, let stored = try? StoredBaseline(json: kept.baseline) {
        let text = format == .json ? kept.baseline.fileText : BaselineReport.text(of: stored)
        try CommandOutput.write(text)
        return .success
      }
      let reasons = news.rejection?.reasons ?? []
      throw CommandFault(
        status: .refused,
        messages: reasons.isEmpty
          ? ["--user: the store has no recording of this person that has results"]
          : BaselineMessages.faults(reasons))
    }
  }
}

struct RecordsCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the newest session of a stored person with their baseline.",
    discussion: """
      The baseline is the newest one that the session is not part of; sessions between them count too.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var reference: LimitsChoice

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let known = try Records.person(user, in: store)
      let minimums = try reference.minimums()
      let comparison = try Records.stored { () throws(StoreError) in
        try Records.follow(store, minimums).newestComparison(of: known)
      }
      guard let comparison else {
        throw CommandFault(
          status: .refused,
          messages: [
            "--user: there is no session of this person beside a baseline that it is no part of"
          ])
      }
      return try ComparisonReport.deliver(comparison, as: format, quiet ? .quiet : .usual)
    }
  }
}

extension Records {
  /// Returns the stored person, or a person with the id alone.
  static func person(_ id: String, in store: RecordStore) throws(CommandFault) -> Person {
    try stored { () throws(StoreError) in
      try store.person(for: store.userHash(of: id))?.told() ?? Person(UserProfile(userID: id))
    }
  }

  /// Returns the follow-up of stored people, with the recording minimums.
  static func follow(
    _ store: RecordStore, _ minimums: [RecordingMinimum]
  ) -> PersonFollowUp {
    PersonFollowUp(in: store, minimums: minimums, environment: .ofThisMachine)
  }
}
