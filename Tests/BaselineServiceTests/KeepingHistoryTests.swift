// A person's sessions over time.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct KeepingHistoryTests {
  private typealias Sessions = SampleSessions

  /// Three usual days, one with a cold, one of another device, and two that differ.
  private static func person() throws -> KeptPerson {
    try KeptPerson(
      (0..<3).map { Sessions.day($0) } + [
        Sessions.day(3) { $0.flags = [.cold] }, Sessions.day(4) { $0.device = "tablet" },
        Sessions.day(5, Sessions.rough), Sessions.day(6, Sessions.rough),
      ])
  }

  private func value(
    _ measure: Measure, _ id: String, in history: VoiceHistory
  ) throws -> HistoryValue {
    let session = try #require(history.sessions.first { $0.id == id })
    return try #require(session.values.first { $0.measure == measure })
  }

  @Test func `the history lists all sessions and baseline measures in order`() throws {
    let person = try Self.person()

    let history = person.keeping.history(of: person.vowels)

    #expect(history.sessions.map(\.id) == (0..<7).map { "D\($0)" })
    #expect(
      history.sessions.allSatisfy { $0.values.map(\.measure) == ChangeMeasure.all.map(\.measure) })
    #expect(history.sessions.map(\.isInBaseline) == [true, true, true, false, false, false, false])
    #expect(history.sessions.map(\.baselineID) == [nil, "b1", "b2", "b3", "b3", "b3", "b3"])
    #expect(history.sessions[3].flags == [.cold])
    #expect(history.sessions[4].deviceModel == "tablet")
    #expect(history.sessions[4].differences.map(\.code) == ["device_model_differs"])
    #expect(history.sessions.map(\.alerts.count) == [0, 0, 0, 0, 0, 0, 1])
    #expect(history.sessions[0].level == Decibels(-20))
  }

  @Test func `each value has the personal range of its time`() throws {
    let person = try Self.person()
    let history = person.keeping.history(of: person.vowels)

    let first = try value(.hnrMean, "D0", in: history)
    let rough = try value(.jitterPPQ5, "D5", in: history)
    let other = try value(.hnrMean, "D4", in: history)
    let usual = try #require(person.baseline?.measures.first { $0.measure == .jitterPPQ5 })

    #expect(first.value == .known(22, vowels: 3))
    #expect(first.usual == nil)
    #expect(rough.changeClass == .larger)
    #expect(rough.direction == .higher)
    #expect(rough.usual?.mean == usual.usual)
    let range = try #require(rough.usual?.range)
    let variation = try #require(usual.variation)
    // Both are of sessions of three vowels; two ways to the same numbers.
    let rounding = 1e-12
    #expect((range.low - variation.low).magnitude < rounding)
    #expect((range.high - variation.high).magnitude < rounding)
    #expect(other.usual?.mean == 22 + 0.5 / 3)
    #expect(other.changeClass == nil)
  }

  @Test func `each missing value has a reason`() throws {
    let person = try KeptPerson([Sessions.day(0), Sessions.day(1) { $0.type = 4 }])

    let history = person.keeping.history(of: person.vowels)

    #expect(try value(.shimmerDDA, "D0", in: history).missing?.code == "no_voicing")
    #expect(try value(.hnrMean, "D1", in: history).missing?.code == "no_usable_recording")
    #expect(history.sessions[1].vowels == 0)
  }

  @Test func `the history row equals the comparison of the session`() throws {
    let person = try Self.person()
    let history = person.keeping.history(of: person.vowels)

    for row in history.sessions {
      let compared = person.keeping.comparison(of: row.id, among: person.vowels)
      #expect(compared?.version.stored.run.baselineID == row.baselineID)
      guard case .complete(let findings) = compared?.result.outcome else { continue }
      let measures = findings.sessions.first { $0.session.id == row.id }?.measures ?? []
      for measure in measures {
        let value = try value(measure.measure, row.id, in: history)
        #expect(value.number == measure.value)
        #expect(value.changeClass == measure.reliability?.changeClass)
        #expect(value.direction == measure.reliability?.direction)
      }
      let alerts = findings.alerts.filter { $0.sessionID == row.id }
      #expect(alerts.map(\.rule) == row.alerts.map(\.rule))
    }
  }

  @Test func `sessions stay in the history after their recordings are deleted`() throws {
    var person = try Self.person()
    let whole = person.keeping.history(of: person.vowels)
    person.vowels.removeAll { $0.origin.sessionID == "D1" }

    let history = person.keeping.history(of: person.vowels)

    #expect(history.sessions.map(\.id) == whole.sessions.map(\.id))
    let (now, before) = try (
      value(.hnrMean, "D1", in: history), value(.hnrMean, "D1", in: whole)
    )
    #expect(now == before)
    #expect(try value(.shimmerDDA, "D1", in: history).missing?.code == "not_kept")
    #expect(history.sessions[1].alerts == whole.sessions[1].alerts)
  }

  @Test func `the order of recordings does not change the history`() throws {
    var person = try Self.person()
    let history = person.keeping.history(of: person.vowels)

    person.vowels.reverse()

    #expect(person.keeping.history(of: person.vowels) == history)
  }

  @Test(arguments: ReadingBack.Rule.allCases)
  func `a history keeps every rule of reading back`(rule: ReadingBack.Rule) throws {
    let person = try Self.person()
    let reading = ReadingBack(
      "history", person.keeping.history(of: person.vowels).json, schema: VoiceHistory.jsonSchema
    ) { try VoiceHistory(json: $0).json }

    #expect(try reading.problems(with: rule) == [])
  }

  @Test func `a person without sessions has a valid empty history`() throws {
    let history = KeptPerson().keeping.history(of: [])

    #expect(history.sessions == [])
    #expect(try JSONSchemaValidator(VoiceHistory.jsonSchema).problems(in: history.json) == [])
  }
}
