// Properties of automatic baselines for random recordings.

import BaselineService
import Testing
import VoiceMath
import VoiceTypes

@Suite struct KeepingPropertyTests {
  /// People who record on some of twelve days: usual and unusual sessions of one to four vowels,
  /// some of them unusable or from another device.
  private static func sessions(_ seed: UInt64) -> [[SampleVowel]] {
    var random = SplitMix64(seed: seed)
    return (0..<12).compactMap { day in
      let (draw, vowels) = (random.next() % 16, Int(random.next() % 4) + 1)
      guard draw > 2 else { return nil }
      return SampleSessions.day(day, vowels: draw > 8 ? 3 : vowels) { vowel in
        switch draw {
        case 3: vowel.type = 4
        case 4: vowel.device = "tablet"
        case 5, 6: vowel.jitter *= 5
        case 7: vowel.hnr -= 15
        default: break
        }
      }
    }
  }

  private static func shuffled<Element>(_ elements: [Element], _ random: inout SplitMix64)
    -> [Element]
  {
    var elements = elements
    for index in elements.indices.reversed() {
      elements.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    return elements
  }

  private static let seeds: Range<UInt64> = 1..<60

  @Test func `the order of recordings does not change the baseline`() {
    var random = SplitMix64(seed: 7)
    for seed in Self.seeds {
      var person = KeptPerson()
      person.vowels = Self.sessions(seed).flatMap { $0 }.map(\.measured)
      let step = person.step()
      person.vowels = Self.shuffled(person.vowels, &random)
      #expect(person.step() == step, "\(seed)")
    }
  }

  @Test func `the same recordings twice change nothing`() throws {
    for seed in Self.seeds {
      var person = KeptPerson()
      person.vowels = Self.sessions(seed).flatMap { $0 }.map(\.measured)
      let step = try person.keep()
      guard case .accepted = step.outcome else { continue }
      let again = person.step()
      #expect(again.outcome == .unchanged, "\(seed)")
      #expect(again.progress == step.progress, "\(seed)")
      let isOpen = person.baseline?.status != .established
      #expect(!isOpen || again.deferredSessions == step.deferredSessions, "\(seed)")
    }
  }

  @Test func `adding sessions one by one or all at once gives the same baseline`() throws {
    var stopped = 0
    for seed in Self.seeds {
      let sessions = Self.sessions(seed)
      let one = try KeptPerson(sessions)
      var all = KeptPerson()
      all.vowels = sessions.flatMap { $0 }.map(\.measured)
      try all.keep()
      #expect(one.pooled == all.pooled, "\(seed)")
      #expect(one.baseline?.measures == all.baseline?.measures, "\(seed)")
      if one.step().progress.missing.contains(where: { $0.code == "change_lasts" }) { stopped += 1 }
    }
    print("people of \(Self.seeds.count) whose change lasts:", stopped)
    #expect(stopped > 0)
  }

  @Test func `adding vowels one by one never lowers the status`() throws {
    for seed in Self.seeds {
      var person = KeptPerson()
      var rank = 0
      for vowel in Self.sessions(seed).flatMap({ $0 }) {
        let step = try person.record([vowel])
        let now = person.baseline.flatMap { BaselineStatus.allCases.firstIndex(of: $0.status) }
        let next = now.map { $0 + 1 } ?? 0
        #expect(next >= rank, "\(seed)")
        #expect(step.progress.status == person.baseline?.status, "\(seed)")
        if case .rejected = step.outcome { #expect(person.versions.isEmpty, "\(seed)") }
        rank = next
      }
      let made = person.baseline.map { baseline in
        BaselineValues(of: baseline.sessions.map(\.values)) == baseline.baselineValues
      }
      #expect(made ?? true)
    }
  }

  @Test func `any order of sessions gives the same baseline`() throws {
    var random = SplitMix64(seed: 11)
    for seed in Self.seeds {
      let person = try KeptPerson(Self.shuffled(Self.sessions(seed), &random))
      guard let baseline = person.baseline else { continue }
      let times = baseline.sessions.compactMap { $0.recordedAt?.seconds }
      #expect(times == times.sorted())
      #expect(person.step().outcome == .unchanged)
    }
  }

  @Test func `hundreds of stored recordings are evaluated quickly`() throws {
    var person = KeptPerson()
    person.vowels = (0..<200).flatMap { day in
      SampleSessions.day(day % 28, "S\(day)") { vowel in
        vowel.device = day == 0 ? "phone" : "tablet"
        vowel.minute = day / 28 * 3 + vowel.minute
      }
    }.map(\.measured)
    try person.keep()
    let clock = ContinuousClock()

    let time = clock.measure { _ = person.step() }

    print("600 vowels, nearly none of which can be added: \(time)")
    // Far below the time of a quadratic search, and not noticeable for a person.
    #expect(time < .seconds(1))
  }
}
