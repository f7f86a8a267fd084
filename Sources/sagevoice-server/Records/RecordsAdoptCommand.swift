import ArgumentParser
import CommandSupport
import RecordStore

struct RecordsAdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "adopt", "Assign a guest's recordings to a known person.",
    """
    The sessions and alerts of the guest become those of the person. Profiles are merged; the \
    data of the person have priority. The guest's baseline is deleted. The command may be \
    repeated, and prints the sessions of the person.
    """,
    examples: [
      "sagevoice records adopt --store store --guest guest-1b4e28ba-2fa1-4d1b-a1b2-6f0f1a2b3c4d --user anna"
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: ArgumentHelp("ID of the guest: guest- and a UUID.", valueName: "id"))
  var guest: String

  @OptionGroup var person: PersonOption

  func run() throws {
    try perform {
      let store = try selection.open()
      let sessions = try store.adopt(guest: guest, user: person.user)
      return ReceiptOutput.deliver(sessions.map { $0.text + "\n" }.joined())
    }
  }
}
