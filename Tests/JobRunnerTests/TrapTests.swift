// A recording that crashes the program at its read or analysis, and others that were in analysis at the same time.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct TrapTests {
  private let inbox: Inbox
  private let names = ["a.wav", "b.wav", "c.wav", "trap.wav"]

  init() throws {
    inbox = try Inbox()
    inbox.settings.jobs = 1
    for (number, name) in names.enumerated() { try inbox.put(Recordings.voice(number), name) }
  }

  /// A run that crashes at the read of the recording for its analysis.
  /// - Returns: Whether it crashed.
  private func runDying(over name: String) throws -> Bool {
    let fate = Fate()
    let work = inbox.layout.work
    inbox.files = ScriptedFileSystem { operation, path in
      if fate.isSealed.value { fate.isDead.value = true }
      if fate.isDead.value { return FaultyFileSystem.deathCode }
      let recording = path.replacing("/.attempts", with: "/" + name)
      if path.hasSuffix("/.attempts"), FileManager.default.fileExists(atPath: recording) {
        fate.isInAttempt.value = operation == .append
      }
      if operation == .read, path.hasPrefix(work), path.hasSuffix("/" + name),
        fate.isInAttempt.value
      {
        fate.isSealed.value = true
      }
      return nil
    }
    try watch(for: fate)
    inbox.files = UnsyncedFileSystem()
    inbox.waitUntilClosed()
    return fate.isDead.value
  }

  /// A separate function, so that the store of the watcher is closed at its end.
  private func watch(for fate: Fate) throws {
    let watcher = try inbox.watcher()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !fate.isOver.value, !fate.isDead.value { Thread.sleep(forTimeInterval: 0.002) }
      watcher.stop()
      hasEnded.signal()
    }
    _ = try? watcher.run()
    fate.isOver.value = true
    hasEnded.wait()
  }

  /// The state of a run.
  private final class Fate: Sendable {
    /// Whether an attempt of the recording has begun and not ended.
    let isInAttempt = Atomic(false)
    /// Whether the next step is the last one.
    let isSealed = Atomic(false)
    let isDead = Atomic(false)
    let isOver = Atomic(false)
  }

  private func states() throws -> [String: SessionState?] {
    var states: [String: SessionState?] = [:]
    for session in try inbox.sessions() { states[session.name ?? session.id.text] = session.state }
    return states
  }

  @Test func `a recording that crashes the program is quarantined after the third crash`() throws {
    var ends = 0
    while try runDying(over: "trap.wav"), ends < 9 { ends += 1 }

    #expect(ends == 3)
    #expect(inbox.stored("failed").contains("trap.wav"))
    let report = try inbox.json("failed/trap.wav.error.json")
    #expect(report[path: ["error", "code"]] == "analysis_interrupted")
    #expect(try inbox.sessions().count { $0.state == .filed } == 3)
    #expect(try inbox.sessions().count { $0.state == .failed } == 1)
    #expect(try inbox.left() == [] && inbox.work() == [])
    #expect(try inbox.openStore().verify(VerificationRequest()).findings == [])
  }

  @Test func `other recordings are completed before the third attempt`() throws {
    #expect(try runDying(over: "trap.wav"))
    #expect(try runDying(over: "trap.wav"))
    #expect(try runDying(over: "trap.wav"))

    #expect(try states().count { $0.value == .filed } == 3)
    #expect(try inbox.work().count == 1)
  }

  @Test func `recordings whose analysis was interrupted are analysed one at a time`() throws {
    inbox.settings.jobs = 4
    for (number, name) in names.enumerated() {
      let session = "11111111-2222-4333-8444-55555555555\(number)"
      try FileManager.default.removeItem(atPath: inbox.path + "/" + name)
      try inbox.putClaimed(Recordings.voice(number), name, for: session)
      try inbox.putClaimed(Array("\n".utf8), ".attempts", for: session)
    }
    let inProgress = Mutex((now: Set<String>(), most: 0))
    inbox.files = ScriptedFileSystem { operation, path in
      guard path.hasSuffix("/.attempts"), operation == .append || operation == .truncate else {
        return nil
      }
      inProgress.withLock { inProgress in
        if operation == .append { inProgress.now.insert(path) } else { inProgress.now.remove(path) }
        inProgress.most = max(inProgress.most, inProgress.now.count)
      }
      return nil
    }

    #expect(try inbox.drain() == WatchResult())

    #expect(inProgress.withLock { $0.most } == 1)

    #expect(try states().values.allSatisfy { $0 == .filed })
    #expect(try inbox.work() == [])
  }
}

extension Atomic where Value == Bool {
  fileprivate var value: Bool {
    get { load(ordering: .sequentiallyConsistent) }
    nonmutating set { store(newValue, ordering: .sequentiallyConsistent) }
  }
}
