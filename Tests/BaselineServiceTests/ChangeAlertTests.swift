// The sequential rule: the same numbers as the script that simulates it, and which changes it
// reports.

import BaselineService
import Foundation
import TestSupport
import Testing
import VoiceTypes

@Suite struct ChangeAlertTests {
  private static let endpoints: [String: Measure] = [
    "f0": .f0Mean, "jitter": .jitterPPQ5, "shimmer": .shimmerAPQ3, "hnr": .hnrMean, "cpps": .cpps,
  ]

  private func fixture() throws -> JSONValue {
    let file = Repository.fixtures.appendingPathComponent("baselines/change-alerts.json")
    return try JSONValue(parsing: String(contentsOf: file, encoding: .utf8))
  }

  private func numbers(_ json: JSONValue?) -> [Double] {
    json?.elements.compactMap(\.numberValue) ?? []
  }

  private func session(_ json: JSONValue) -> [Measure: SessionValue] {
    Self.endpoints.reduce(into: [:]) { values, endpoint in
      let pair = numbers(json[endpoint.key])
      guard pair.count == 2 else { return }
      values[endpoint.value] = SessionValue(mean: pair[0], vowels: Int(pair[1]))
    }
  }

  @Test func `the statistic and its constants are those of the script`() throws {
    let fixture = try fixture()
    let cases = try #require(fixture["cases"]?.elements)

    #expect(fixture["smoothing"]?.numberValue == ChangeStatistic.smoothing)
    #expect(fixture["correlations"]?.elements.map(numbers) == ChangeStatistic.correlations)
    #expect(fixture["limits"]?.elements.map(numbers) == ChangeStatistic.limits)
    for (name, measure) in Self.endpoints {
      let known = try #require(ChangeMeasure.of(measure)?.variation)
      #expect(
        numbers(fixture[path: ["components", .key(name)]]) == [known.session, known.recording])
    }
    #expect(cases.count == 3)
    for one in cases {
      let baseline = try #require(one["baseline"]?.elements).map(session)
      let sessions = try #require(one["sessions"]?.elements).map(session)
      for (index, expected) in numbers(one["statistics"]).enumerated() {
        let found = try #require(
          ChangeStatistic(
            after: Array(sessions[...index]), since: BaselineValues(of: baseline)))
        #expect((found.value - expected).magnitude <= 1e-9 * max(1, expected))
      }
    }
  }

  // MARK: - Alerts

  private static let usual = BaselineValues(
    of: Array(
      repeating: Self.values(hnr: 22, cpps: 16), count: BaselineRules.establishedSessions))

  private static func values(hnr: Double, cpps: Double) -> [Measure: SessionValue] {
    [.hnrMean: SessionValue(mean: hnr, vowels: 3), .cpps: SessionValue(mean: cpps, vowels: 3)]
  }

  private func raised(_ sessions: [(day: Int, hnr: Double, cpps: Double)]) -> [ChangeAlert] {
    ChangeAlert.raised(
      by: sessions.map { session in
        ChangeAlert.Session(
          values: Self.values(hnr: session.hnr, cpps: session.cpps),
          time: RecordedTime("2026-01-0\(session.day)T09:00:00Z"))
      }, since: Self.usual)
  }

  @Test func `a change too small for one session is reported after several`() {
    let alerts = raised((1...9).map { ($0, 22, 13.2) })

    #expect(alerts.first.map { $0.session > 0 } == true)
    #expect(alerts.last?.session == 8)
    #expect(alerts.allSatisfy { $0.families == [.cpps] })
  }

  @Test func `deviations in opposite directions cancel`() {
    #expect(raised([(1, 22, 13.2), (2, 22, 18.8), (3, 22, 13.2), (4, 22, 18.8)]) == [])
  }

  @Test func `a large change of one session is reported at once`() {
    #expect(raised([(1, 22, 6)]).map(\.families) == [[.cpps]])
  }

  @Test func `a second session of the same day is not counted`() {
    #expect(raised([(1, 22, 16), (1, 22, 6)]) == [])
    #expect(raised([(1, 22, 16), (2, 22, 6)]).map(\.session) == [1])
  }
}
