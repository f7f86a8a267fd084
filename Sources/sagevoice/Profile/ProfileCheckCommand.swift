import ArgumentParser
import CommandSupport
import VoiceTypes

struct ProfileCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a profile field by field, and list missing fields.",
    discussion: HelpText.discussion(
      """
      The file is a profile (`sagevoice schema profile`) or a person (`sagevoice schema \
      person`). The output contains no identifying values. A minimal profile has an ID and a \
      device. A complete profile also has age, gender identity, sex assigned at birth, \
      conditions and consent, and for a person of 13 to 17 years the consent of a guardian.
      """,
      examples: [
        "sagevoice profile check person.json",
        "sagevoice profile check --complete --format json person.json",
      ], status: "65 = a field is invalid, or with --complete a field is missing."))

  @Flag(help: "Require all fields of a complete profile.")
  var complete = false

  @Option(name: .shortAndLong, help: "Output format; text has a line per finding.")
  var format: DocumentFormat = .text

  @Argument(
    help: ArgumentHelp("Profile or person (JSON); - is standard input.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  func run() throws {
    try perform { () throws(CommandFault) in
      let file = OptionFile(option: "profile", kind: "a profile")
      let check = ProfileCheck(parsing: try file.bytes(at: profile))
      switch format {
      case .json: try CommandOutput.write(check.json.fileText)
      case .text: try CommandOutput.write(ProfileCheckText.text(of: check, complete: complete))
      }
      return check.holds(for: complete ? .complete : nil) ? .success : .refused
    }
  }
}
