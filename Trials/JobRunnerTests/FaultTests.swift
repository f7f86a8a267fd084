// A fault at every step on a file: after the fault the recording has the same result as without it.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing

@Suite struct FaultTests {
  /// The final content of an inbox and its store, without random values.
  private struct Outcome: Equatable, CustomStringConvertible {
    var states: [String]
    var documents: [String]
    var failed: [String]
    var left: [String]
    var work: [String]
    /// The findings of a verification.
    var findings: [String]

    init(_ inbox: Inbox) throws {
      let sessions = try inbox.sessions().sorted { ($0.name ?? "") < ($1.name ?? "") }
      states = sessions.map { "\($0.name ?? "?") \($0.state?.rawValue ?? "?")" }
      documents = sessions.flatMap { session in
        let folder = "sessions/\(session.id.text)"
        // A sidecar that arrives after the completion of its recording keeps the former results.
        return (inbox.stored(folder) + inbox.stored(folder + "/artifacts"))
          .filter { $0 != "computed-before.json" }.map { "\(session.name ?? "?") \($0)" }
      }
      failed = inbox.stored("failed")
      left = try inbox.left()
      work = try inbox.work()
      let report = try inbox.openStore().verify(VerificationRequest())
      findings = report.findings.map(\.description)
    }

    var description: String { "\(states) \(documents) \(failed) \(left) \(work) \(findings)" }
  }

  private static let codes: [(name: String, number: Int32)] = [
    ("no space", ENOSPC), ("device", EIO), ("permission", EACCES), ("across devices", EXDEV),
    ("read-only", EROFS),
  ]

  private static func inbox(_ audio: AudioPolicy) throws -> Inbox {
    let inbox = try Inbox()
    inbox.settings.jobs = 1
    inbox.settings.audio = audio
    inbox.settings.timeouts.settle = .milliseconds(1)
    inbox.settings.timeouts.deadline = .milliseconds(20)
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.put(Recordings.silence, "b.wav")
    return inbox
  }

  /// The number of steps of a run, and its result.
  private static func undisturbed(_ audio: AudioPolicy) throws -> (steps: Int, outcome: Outcome) {
    let inbox = try inbox(audio)
    let counting = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = counting
    try inbox.drain()
    let steps = counting.steps
    inbox.files = UnsyncedFileSystem()
    return (steps, try Outcome(inbox))
  }

  /// A run with a fault, and a later one without.
  private static func disturbed(_ audio: AudioPolicy, by plan: FaultPlan) throws -> Outcome {
    let inbox = try inbox(audio)
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = faulty
    faulty.plan = plan
    run(inbox, until: faulty)
    #expect(try sourcesAreSomewhere(inbox), "\(plan)")
    faulty.plan = .none
    inbox.files = UnsyncedFileSystem()
    inbox.waitUntilClosed()
    try inbox.drain()
    return try Outcome(inbox)
  }

  /// A run that is stopped soon after a permanent fault, with its store closed.
  private static func run(_ inbox: Inbox, until faulty: FaultyFileSystem) {
    guard let watcher = try? inbox.watcher() else { return }
    let stopper = Stopper(of: watcher, faulty)
    stopper.start()
    _ = try? watcher.run()
    stopper.end()
  }

  /// Whether both recordings still exist.
  private static func sourcesAreSomewhere(_ inbox: Inbox) throws -> Bool {
    let all = try FileManager.default.subpathsOfDirectory(atPath: inbox.folder.path)
    return [Recordings.voice(), Recordings.silence].allSatisfy { bytes in
      all.contains { path in
        let file = inbox.folder.appendingPathComponent(path)
        return (try? Data(contentsOf: file)).map { Array($0) == bytes } ?? false
      }
    }
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `an interruption at any step is completed by the next start`(
    audio: AudioPolicy
  ) throws {
    let (steps, expected) = try Self.undisturbed(audio)
    #expect(steps > 100)
    for step in stride(from: 1, through: steps, by: Steps.every(9, all: 3)) {
      let outcome = try Self.disturbed(audio, by: .die(step: step))

      #expect(outcome == expected, "step \(step) of \(steps)")
    }
  }

  @Test(arguments: codes.indices)
  func `a temporary fault at any step leaves no trace`(index: Int) throws {
    let (steps, expected) = try Self.undisturbed(.archive)
    for step in stride(from: 1 + index, through: steps, by: Steps.every(3) * Self.codes.count) {
      let plan = FaultPlan.failOnce(step: step, code: Self.codes[index].number)
      let outcome = try Self.disturbed(.archive, by: plan)

      #expect(outcome == expected, "\(Self.codes[index].name), step \(step) of \(steps)")
    }
  }

  @Test(arguments: codes.indices)
  func `a lasting fault is retried until it is fixed`(
    index: Int
  ) throws {
    let (steps, expected) = try Self.undisturbed(.archive)
    for step in stride(from: 1 + index, through: steps, by: Steps.every(3) * 2 * Self.codes.count) {
      let plan = FaultPlan.failFrom(step: step, code: Self.codes[index].number)
      let outcome = try Self.disturbed(.archive, by: plan)

      #expect(outcome == expected, "\(Self.codes[index].name), from step \(step) of \(steps)")
    }
  }
}
