import ArgumentParser
import CommandSupport

struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Create a personal baseline and compare recordings with it.",
    discussion: HelpText.discussion(
      """
      Each recording contains one sustained vowel and belongs to a session. Session, time, device \
      and flags (such as cold) come from NAME.json next to NAME.wav, or from the table of \
      --sessions. Without these data, all recordings form one session. The results are a \
      measurement, not a diagnosis.
      """,
      examples: [
        "sagevoice baseline establish --profile anna.json --output base.json a*.wav",
        "sagevoice baseline compare --baseline base.json new.wav",
      ]),
    subcommands: [
      BaselineEstablishCommand.self, BaselineShowCommand.self, BaselineCompareCommand.self,
    ])
}

/// Common options of `establish` and `compare`.
struct VowelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Table with a row per recording (CSV): file, session_id, recorded_at[, device][, flags].
      """, valueName: "table.csv"), completion: .file(extensions: ["csv"]))
  var sessions: String?

  @Option(help: "Recording device, if neither NAME.json nor the table contains one.")
  var device: String?

  @Option(
    help: "Channel of a multi-channel file: left, right or a number from 1.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    name: .shortAndLong,
    help: """
      Number of recordings to analyse at a time. Default: the number of cores.
      """, takes: Jobs.number)
  var jobs: Int?

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: "WAV files, one sustained vowel each.", completion: .file(extensions: ["wav"]))
  var files: [String] = []

  func validate() throws {
    guard device != "" else { throw ValidationError("--device: expected a name.") }
  }

  /// The inputs in which `-` means standard input.
  var readers: [String?] { files + [sessions] }
}
