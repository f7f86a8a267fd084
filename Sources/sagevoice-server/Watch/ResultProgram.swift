// Failures of the program go to the log and do not affect recordings.

import ArgumentParser
import CommandSupport
import Dispatch
import JobRunner
import Logging
import RecordStore
import Synchronization
import VoiceTypes

/// A queue of result notifications for a program, run one at a time.
final class ResultProgram: Sendable {
  private struct State {
    var waiting: [UpdateLine] = []
    var isRunning = false
  }

  /// Maximum queue length. An overflow drops the older half [E].
  private static let mostWaiting = 2048

  private let words: [String]
  private let store: String
  private let limit: Duration
  private let logger: Logger
  private let state = Mutex(State())

  /// The environment of the command, because the queue does not inherit the task-local value.
  private let inherited = EnvironmentVariable.all

  private let queue = DispatchQueue(label: "sagevoice.results")

  /// Creates a queue for a program with its arguments and a store at an absolute path.
  init(_ words: [String], ofStore store: String, atMost limit: Duration, _ logger: Logger) {
    (self.words, self.store, self.limit, self.logger) = (words, store, limit, logger)
  }

  /// Enqueues an update if it contains a result.
  func enqueue(_ update: JobUpdate) {
    guard let line = UpdateLine(update), line.tier != nil || line.outcome != nil else { return }
    let (starts, loses) = state.withLock { state -> (Bool, Bool) in
      let loses = state.waiting.count >= Self.mostWaiting
      if loses { state.waiting.removeFirst(Self.mostWaiting / 2) }
      state.waiting.append(line)
      defer { state.isRunning = true }
      return (!state.isRunning, loses)
    }
    if loses { logger.warning("the program of --on-result is too slow; some results were skipped") }
    if starts { queue.async { self.runAll() } }
  }

  /// Waits until the program has run for all enqueued results.
  func finish() { queue.sync {} }

  private func runAll() {
    while let line = next() {
      let program = ChildProgram(words: words, variables: variables(of: line))
      log(program.run(reading: line.lineBytes, atMost: limit), line)
    }
  }

  private func next() -> UpdateLine? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func variables(of line: UpdateLine) -> [String] {
    var variables = inherited
    // Only the watch may notify the service manager.
    variables[EnvironmentVariable.notifySocket.rawValue] = nil
    variables["SAGEVOICE_STORE"] = store
    variables["SAGEVOICE_SESSION"] = line.session.text
    variables["SAGEVOICE_PHASE"] = line.phase.rawValue
    variables["SAGEVOICE_OUTCOME"] = line.outcome?.rawValue
    variables["SAGEVOICE_TIER"] = line.tier?.rawValue
    // An encrypted store has no files of documents.
    variables["SAGEVOICE_DOCUMENT"] = line.tier.flatMap { tier in
      let document: SessionDocument = tier == .quick ? .quick : .computed
      let path = "\(store)/sessions/\(line.session.text)/\(document.name)"
      return OutputFolder.holds(path) ? path : nil
    }
    return variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  private func log(_ ending: ChildProgram.ExitResult, _ line: UpdateLine) {
    let reason: String
    switch ending {
    case .exited(status: 0): return
    case .exited(let status): reason = "it ended with status \(status)"
    case .ended(let signal): reason = "it ended by signal \(signal)"
    case .timeoutExpired: reason = "it exceeded the time limit"
    case .notStarted(let words): reason = "it could not be started: \(words)"
    }
    logger.error(
      "the program of --on-result failed",
      metadata: ["session": "\(line.session)", "reason": "\(reason)"])
  }
}

struct ResultProgramChoice: ParsableArguments {
  /// Maximum timeout: a day, in seconds.
  private static let longest = 86_400.0

  @Option(
    help: ArgumentHelp(
      """
      Program to run for each result, without a shell. The program reads the JSON line of \
      --updates on standard input.
      """,
      discussion: """
        The watcher runs one program at a time, also for recordings without a document. The \
        program gets the environment variables SAGEVOICE_SESSION, SAGEVOICE_TIER, \
        SAGEVOICE_OUTCOME, SAGEVOICE_DOCUMENT and SAGEVOICE_STORE. A failure goes to the log.
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
