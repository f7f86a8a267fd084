import ArgumentParser
import CommandSupport
import Logging

/// The options of the program for results.
struct ResultProgramChoice: ParsableArguments {
  /// Maximum timeout: a day, in seconds.
  private static let longest = 86_400.0

  @Option(
    help: ArgumentHelp(
      "Run a program for each document that comes into the store, without a shell.",
      discussion: """
        It is run for recordings that end without a document too, one at a time. \
        SAGEVOICE_SESSION, SAGEVOICE_TIER, SAGEVOICE_OUTCOME, SAGEVOICE_DOCUMENT and \
        SAGEVOICE_STORE tell it of what; on standard input it reads the line of JSON that \
        --updates prints. That it fails is logged.
        """,
      valueName: "program"))
  var onResult: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An argument for that program; may be repeated.", valueName: "text"))
  var onResultArgument: [String] = []

  @Option(
    help: ArgumentHelp("How long that program may take before it is ended.", valueName: "seconds"),
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
