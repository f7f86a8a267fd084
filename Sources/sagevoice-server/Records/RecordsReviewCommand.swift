import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "review", "Mark the results of a session as reviewed.",
    """
    --actor is the reviewer. The header contains reviewer, time and note; the newest review \
    replaces earlier ones. The command prints the review as JSON.
    """,
    examples: [
      "sagevoice records review --store store SESSION --actor 'Dr. Lee' --note 'as expected'"
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: "Note to store in the header.")
  var note: String?

  @Argument(help: "ID of the session.", transform: OptionValue.session)
  var session: SessionID

  func run() throws {
    try perform {
      let store = try selection.open()
      let review = try store.review(session, by: selection.actor.name, note: note)
      return ReceiptOutput.deliver(SessionReview.shape.json(of: review).lineText)
    }
  }
}
