// A real voice from the first recording to the erasure. Parts of one long vowel are recordings of several days. In the
// changed voice, each cycle is moved in time.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct RealVoiceTests {
  private static let user = "person-of-fourteen"
  private static let words = [user, "MARKDEVICE", "MARKCASE"]
  private static let keys: [StoreKeys?] = [nil, StoreKeys(bytes: [UInt8](repeating: 7, count: 32))]

  /// Duration of a part, and start of the first one, in seconds.
  private static let (length, begin) = (1.8, 2.2)

  private let inbox: Inbox
  private let voice: Signal

  init() throws {
    inbox = try Inbox()
    inbox.wantsEvents = true
    inbox.settings.audio = .delete
    let path = Repository.fixtures.appendingPathComponent("voices/coswara_14_a.wav").path
    voice = try WAVReader.read(.path(path)).result.get().signal
  }

  /// One part as a file. Each cycle is moved by this standard deviation, as a fraction of a period.
  private func piece(_ number: Int, moved: Double, seed: UInt64) -> [UInt8] {
    let rate = voice.sampleRate.value
    let start = Int((Self.begin + Double(number) * Self.length) * rate)
    let samples = Array(voice.samples[start..<start + Int(Self.length * rate)])
    let period = rate / 171
    var draws = GaussianDraws(seed: seed, stream: .jitter)
    let shifts = (0..<Int(Double(samples.count) / period) + 2).map { _ in
      moved * period * draws.next()
    }
    let made = samples.indices.map { index in
      let cycle = Double(index) / period
      let (left, part) = (Int(cycle), cycle - cycle.rounded(.down))
      let place = Double(index) + shifts[left] * (1 - part) + shifts[left + 1] * part
      let held = min(max(place, 0), Double(samples.count - 2))
      let share = held - held.rounded(.down)
      return samples[Int(held)] * (1 - share) + samples[Int(held) + 1] * share
    }
    return WAVEncoder.pcm16(Signal(samples: made, sampleRate: voice.sampleRate))
  }

  private func record(day: Int, _ pieces: [Int], moved: Double = 0, told: String = "") throws {
    for (take, number) in pieces.enumerated() {
      try inbox.put(
        """
        {"profile": {"user_id": "\(Self.user)"\(told)}, "session_id": "S\(day)",
         "reference": "MARKCASE", "recorded_at": "2026-01-0\(day)T09:3\(take):00Z"}
        """, "s\(day)-\(take).json")
      try inbox.put(
        piece(number, moved: moved, seed: UInt64(10 * day + take)), "s\(day)-\(take).wav")
    }
    try inbox.drain()
  }

  private func sequentialAlerts() throws -> [PersonAlert] {
    let store = try inbox.openStore()
    return try store.alerts(for: store.userHash(of: Self.user)).filter { $0.rule == .sequential }
  }

  @Test(arguments: keys.indices)
  func `onboarding, an unchanged day, a persistent change, and a withdrawal`(index: Int) throws {
    inbox.key = Self.keys[index]

    try record(
      day: 2, [0, 1, 2],
      told: #", "age": 55, "sex_assigned_at_birth": "female", "device_model": "MARKDEVICE""#)
    let store = try inbox.openStore()
    let user = store.userHash(of: Self.user)
    let first = try #require(try store.baseline(for: user))
    #expect(first.content[path: ["quality", "used"]] == 3)

    try record(day: 4, [3, 4, 5])
    #expect(try store.alerts(for: user) == [])
    #expect(try store.baseline(for: user)?.number != first.number)

    try record(day: 6, [0, 3, 4], moved: 0.02)
    try record(day: 8, [1, 2, 5], moved: 0.02)
    let alert = try #require(try sequentialAlerts().first)
    #expect(alert.families.contains(.jitter))
    for alert in try store.alerts(for: user) {
      try store.acknowledge(alert.id, by: "operator", note: "seen", for: user)
    }
    #expect(try store.alerts(for: user).allSatisfy { $0.acknowledged != nil })
    #expect(try store.verify().findings == [])
    #expect(try inbox.sessions().count == 12)

    _ = try store.erase(user: Self.user, reason: "withdrawn", .forGood)
    // Files outside the store are deleted by the next scan of a watcher, or by `records purge`.
    try inbox.drain()

    #expect(try FolderSearch.findings(of: Self.words, in: inbox.storePath) == [])
    #expect(try FolderSearch.findings(of: Self.words, in: inbox.path) == [])
    #expect(try inbox.openStore().verify().findings == [])
  }
}
