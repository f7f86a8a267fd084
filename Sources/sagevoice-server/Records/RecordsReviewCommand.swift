import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Mark the results of a session as reviewed.",
    discussion: HelpText.discussion(
      """
      --actor is the reviewer. The header contains reviewer, time and note; the newest review \
      counts. The command prints the review as JSON.
      """,
      examples: [
        "sagevoice records review --store store SESSION --actor 'Dr. Lee' --note 'as expected'"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Option(help: "Note to store in the header.")
  var note: String?

  @Argument(
    help: "Id of the session.", transform: OptionValue.session)
  var session: SessionID

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let review = try Records.stored { () throws(StoreError) in
        try store.review(session, by: author.chosen.name, note: note)
      }
      return ReceiptOutput.deliver(SessionReview.shape.json(of: review).lineText)
    }
  }
}
