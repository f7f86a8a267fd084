// Crashes at every step of applying metadata, and a restart: no metadata is lost or applied to another recording.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing

@Suite struct MetadataFaultTests {
  /// The files of a later run, and the expected result.
  struct Scene: Sendable, CustomStringConvertible {
    let description: String
    let before: @Sendable (Inbox) throws -> Void
    let delivery: @Sendable (Inbox) throws -> Void
    let outcome: @Sendable (Inbox) throws -> [String]
  }

  private static let (first, second) = (Recordings.voice(1), Recordings.voice(2))

  private static let scenes = [
    Scene(
      description: "a faulty sidecar", before: { _ in },
      delivery: { inbox in try inbox.put(first, "a.wav", with: #"{"userId": "kim"}"#) },
      outcome: { inbox in
        let person = try inbox.session(of: first).person
        return try [person?.rawValue ?? "-"] + inbox.codes() + inbox.left()
      }),
    Scene(
      description: "a sidecar of another recording", before: { _ in },
      delivery: { inbox in
        try inbox.put(first, "a.wav", with: Inbox.sidecar(of: "kim", Inbox.hash(of: second)))
      },
      outcome: { try [$0.userID(of: $0.session(of: first)) ?? "-"] + $0.codes() + $0.left() }),
    Scene(
      description: "a late sidecar, an orphan and a late checksum",
      before: { inbox in
        try inbox.put(first, "a.wav")
        try inbox.deliver(second, "b.wav", with: Inbox.sidecar(of: "anna"))
      },
      delivery: { inbox in
        try inbox.put(Inbox.sidecar(of: "kim"), "a.json")
        try inbox.put(Inbox.sidecar(of: "otto"), "b.json")
        try inbox.put(Inbox.digest(of: second), "b.wav.sha256")
      },
      outcome: { inbox in
        try inbox.people([first, second]).map { $0 ?? "-" } + inbox.codes() + inbox.left()
          + inbox.actions(of: inbox.session(of: second)).filter { $0 == "checksum_fits" }
      }),
  ]

  /// Runs a scene to a step, and then without a fault.
  private static func play(_ scene: Scene, dyingAt step: Int?) throws -> ([String], Int) {
    let inbox = try Inbox()
    inbox.settings.jobs = 1
    inbox.settings.timeouts.settle = .milliseconds(1)
    inbox.settings.timeouts.deadline = .milliseconds(20)
    try scene.before(inbox)
    try scene.delivery(inbox)
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    faulty.plan = step.map { .die(step: $0) } ?? .none
    inbox.files = faulty
    _ = try? inbox.drain()
    let steps = faulty.steps
    faulty.plan = .none
    inbox.files = UnsyncedFileSystem()
    inbox.waitUntilClosed()
    for _ in 1...2 { try inbox.drain() }
    #expect(try inbox.findings() == [] && inbox.work() == [], "\(scene), step \(step ?? 0)")
    return (try scene.outcome(inbox), steps)
  }

  @Test(arguments: scenes)
  func `a crash at any step loses no metadata`(scene: Scene) throws {
    let (expected, steps) = try Self.play(scene, dyingAt: nil)
    for step in stride(from: 1, through: steps, by: Steps.every(37)) {
      let (outcome, _) = try Self.play(scene, dyingAt: step)

      #expect(outcome == expected, "step \(step) of \(steps)")
    }
  }
}
