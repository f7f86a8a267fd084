import ArgumentParser
import CommandSupport

struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Keep a person's own usual values, and hold new recordings against them.",
    discussion: """
      Recordings of one held vowel each, grouped into sessions. A session and the time of a recording \
      are told in NAME.json beside NAME.wav (session_id, recorded_at, device_model, flags) or in a \
      table with --sessions (columns file, session_id, recorded_at, and device and flags if there \
      are any); without either all recordings of one call are one session.

      A measurement, not a diagnosis.
      """,
    subcommands: [
      BaselineEstablishCommand.self, BaselineShowCommand.self, BaselineCompareCommand.self,
    ])
}

/// Common options of `establish` and `compare`.
struct VowelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A table with a row per recording: file, session_id, recorded_at[, device][, flags].",
      valueName: "table.csv"),
    completion: .file(extensions: ["csv"]))
  var sessions: String?

  @Option(help: "The recording device, where neither file nor table names one.")
  var device: String?

  @Option(
    help: "The channel to measure, of files that have several: its number, left or right.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: "Recordings analysed at a time; the number of cores unless given.", takes: Jobs.number
  )
  var jobs: Int?

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(
    help: "WAV files of one held vowel each.", completion: .file(extensions: ["wav"]))
  var files: [String] = []

  func validate() throws {
    guard device != "" else { throw ValidationError("--device takes a name.") }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read only once.")
    }
  }
}
