import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Say that somebody has looked at the results of a session.",
    discussion: """
      Who, when and the note stand in the header, and the session's log says so. Whoever looks at it \
      last counts. A session that amends this one is not reviewed. The review is printed as JSON.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: "What there is to say about it; kept in the header.")
  var note: String?

  @Argument(help: "The session.", transform: OptionValue.session)
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
