import ArgumentParser
import CommandSupport
import RecordStore

struct RecordsAdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Assign a guest's recordings to a known person.",
    discussion: HelpText.discussion(
      """
      The sessions and alerts of the guest become those of the person. Profiles are merged; \
      the data of the person have priority. The guest's baseline is deleted. The command may \
      be repeated. It prints the sessions of the person.
      """,
      examples: [
        "sagevoice records adopt --store store --guest guest-1b4e28ba-2fa1-4d1b-a1b2-6f0f1a2b3c4d --user anna"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Option(
    help: ArgumentHelp("Id of the guest: guest- and a UUID.", valueName: "id"))
  var guest: String

  @Option(
    help: ArgumentHelp("Id of the person.", valueName: "id"))
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
