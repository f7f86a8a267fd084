import ArgumentParser
import CommandSupport
import VoiceTypes

struct ProfileCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with a profile, field by field, and what is missing.",
    discussion: """
      The file is a profile (`sagevoice schema profile`) or a person (`sagevoice schema person`), with \
      keys as the schema writes them or in camel case with choices as the onboarding app shows them \
      ("Woman", "Prefer not to say"). text prints a line per finding, json one document, whose \
      schema `sagevoice schema profile-check` prints. No value that tells who somebody is is repeated.

      A person is minimal with an identifier and a device, and complete with age, gender identity, sex \
      assigned at birth, conditions and an answer to the consent too, and with a guardian's from 13 to \
      17 years. An answer that prefers not to say is one.

      Exit status: 0 nothing is wrong, 64 wrong usage, 65 something is, or with --complete something \
      is missing, 66 the file cannot be opened.
      """)

  @Flag(help: "What is missing for a complete person counts as wrong.")
  var complete = false

  @Option(help: "text for a line per finding, or json.")
  var format: DocumentFormat = .text

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  func run() throws {
    try perform { () throws(CommandFault) in
      let file = OptionFile(option: "profile", kind: "a profile")
      let check = ProfileCheck(parsing: try file.bytesOrInput(profile))
      switch format {
      case .json: try CommandOutput.write(check.json.fileText)
      case .text: try CommandOutput.write(ProfileCheckText.text(of: check))
      }
      return check.holds(for: complete ? .complete : nil) ? .success : .refused
    }
  }
}
