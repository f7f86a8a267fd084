import ArgumentParser
import CommandSupport
import RecordStore

struct RecordsAdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Make what is a guest's a person's, who said who they are.",
    discussion: """
      The guest has an identifier that was made for them: guest- and a UUID. Their sessions become the \
      person's, what they told is joined to what the person told, which wins, and their alerts are \
      kept. The guest's baseline goes: it is of another person. It may be ended at any time and run \
      again; doing it twice changes nothing. A guest becomes one person and no other. The sessions \
      that the person has now are printed.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("The guest.", valueName: "id"))
  var guest: String

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let sessions = try Records.stored { () throws(StoreError) in
        try store.adopt(guest: guest, user: user)
      }
      return ReceiptOutput.deliver(sessions.map { $0.text + "\n" }.joined())
    }
  }
}
