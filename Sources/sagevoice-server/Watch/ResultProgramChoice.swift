import ArgumentParser
import CommandSupport
import Logging

/// The options of the program for results.
struct ResultProgramChoice: ParsableArguments {
  /// Maximum timeout: a day, in seconds.
  private static let longest = 86_400.0

  @Option(
    help: ArgumentHelp(
      "Program to run for each result, without a shell. It reads the JSON line of --updates on standard input.",
      discussion: """
        The watcher runs one program at a time, also for recordings without a document. It gets SAGEVOICE_SESSION, \
        SAGEVOICE_TIER, SAGEVOICE_OUTCOME, SAGEVOICE_DOCUMENT and SAGEVOICE_STORE. A failure goes to the log.
        """,
      valueName: "program"))
  var onResult: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Argument for the program of --on-result. May be repeated.", valueName: "text"))
  var onResultArgument: [String] = []

  @Option(
    help: ArgumentHelp("Timeout of the program in seconds, 0.1 to 86400.", valueName: "seconds"),
    takes: OptionValue.seconds(in: 0.1...Self.longest))
  var onResultLimit = 60.0

  func validate() throws {
    guard onResult == nil else {
      guard onResult?.isEmpty == false else {
        throw ValidationError("--on-result: name a program.")
      }
      return
    }
    if !onResultArgument.isEmpty {
      throw ValidationError("--on-result-argument: name the program with --on-result.")
    }
  }

  /// Returns the program for a store at an absolute path; nil without the option.
  func program(ofStore store: String, _ logger: Logger) -> ResultProgram? {
    onResult.map { program in
      ResultProgram(
        [program] + onResultArgument, ofStore: store, atMost: .seconds(onResultLimit), logger)
    }
  }
}
