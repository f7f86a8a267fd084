// Which changes are told.

import BaselineService
import Testing
import VoiceTypes

@Suite struct ChangeAlertTests {
  /// A change of a primary that is far larger than usual.
  private func large(_ measure: Measure) throws -> ReliableChange {
    let known = try #require(ChangeMeasure.of(measure)?.variation)
    let value = BaselineValue(sessions: (0..<3).map { _ in SessionValue(mean: 5, vowels: 3) })
    return ReliableChange(
      of: SessionValue(mean: 50, vowels: 3), from: ShrunkenVariation(of: value, among: known))
  }

  private func session(_ measures: [Measure], day: Int) throws -> SessionFindings {
    let changes = try measures.map { measure in
      (try #require(ChangeMeasure.of(measure)?.family), try large(measure))
    }
    return SessionFindings(
      primaryEndpoints: Dictionary(uniqueKeysWithValues: changes),
      time: RecordedTime("2026-01-0\(day)T09:00:00Z"))
  }

  /// Its variation is known within a session only.
  @Test func `F0 alone or with one other tells nothing`() throws {
    let sessions = try [1, 3].map { try session([.f0Mean], day: $0) }
    let mixed = try session([.f0Mean, .hnrMean], day: 1)

    #expect(sessions[0].largerFamilies == [.f0])
    #expect(ChangeAlert.raised(by: sessions) == [])
    #expect(ChangeAlert.raised(by: [mixed]) == [])
  }

  @Test func `another primary in two sessions, or two others in one, is told`() throws {
    let lasting = try [1, 3].map { try session([.hnrMean], day: $0) }
    let two = try session([.f0Mean, .hnrMean, .jitterPPQ5], day: 1)

    #expect(ChangeAlert.raised(by: lasting).map(\.rule) == [.twoSessions])
    #expect(ChangeAlert.raised(by: [two]).map(\.families) == [[.jitter, .hnr]])
    #expect(ChangeAlert.families == [.jitter, .shimmer, .hnr])
  }
}
