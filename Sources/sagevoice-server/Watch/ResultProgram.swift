// Failures of the program go to the log and do not affect recordings.

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
    self.words = words
    self.store = store
    self.limit = limit
    self.logger = logger
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
