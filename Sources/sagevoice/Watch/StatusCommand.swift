import ArgumentParser
import RecordStore
import VoiceTypes

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print what the watcher of a store is doing, or check that it is well.",
    discussion: """
      The watcher writes STORE/status.json at least every five seconds. With --check the exit status \
      says whether all is well.

      Exit status: 0 the status was printed, with --check only if the watcher watches and its status \
      is fresh; 65 with --check: it is degraded, stopped, or its status is old; 66 there is no store, \
      or no status in it.
      """)

  @Argument(
    help: "The folder of the store; SAGEVOICE_STORE unless given.", completion: .directory)
  var store: String?

  @Flag(help: "Say by the exit status whether the watcher is well.")
  var check = false

  @Option(
    help: ArgumentHelp("How old a status is fresh at most, for --check.", valueName: "seconds"),
    takes: OptionValue.wholeNumber(from: 1))
  var maxAge = 30

  @Option(help: "The form of the output.")
  var format: DocumentFormat = .text

  private var folder: String { store ?? EnvironmentVariable.store.value ?? "" }

  func validate() throws {
    guard !folder.isEmpty else {
      throw ValidationError("Name the folder of the store, or set SAGEVOICE_STORE.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let report = try WatcherReport(ofStore: folder, at: SystemClock().now())
      switch format {
      case .json: try CommandOutput.write(report.status.text(.pretty) + "\n")
      case .text: try CommandOutput.write(report.text)
      }
      guard check, let problem = report.problem(maxAgeSeconds: maxAge) else { return .success }
      StandardStreams.note(problem)
      return .refused
    }
  }
}
