// When the next recording is due, by the stage of the baseline.

import BaselineService
import Testing
import VoiceTypes

@Suite struct FollowUpTests {
  private typealias Sessions = SampleSessions

  private static let newest = RecordedTime("2026-02-27T23:30:00-05:00")

  @Test(arguments: [
    (FollowUpStage.first, "2026-02-27"), (.waiting, "2026-02-28"), (.onboarding, "2026-03-01"),
    (.provisional, "2026-03-03"), (.following, "2026-03-29"),
  ])
  func `the days of each stage are counted in the zone of the newest session`(
    stage: FollowUpStage, date: String
  ) {
    #expect(FollowUpIntervals().due(after: Self.newest, at: stage) == date)
    #expect(FollowUpIntervals().due(after: nil, at: stage) == nil)
  }

  @Test func `the follow-up days can be configured`() {
    var intervals = FollowUpIntervals()
    (intervals.onboardingDays, intervals.provisionalDays) = (1, 7)
    intervals.followingDays = 365

    let dates = FollowUpStage.allCases.map { intervals.due(after: Self.newest, at: $0) }

    #expect(
      dates == ["2026-02-27", "2026-02-28", "2026-03-06", "2026-02-28", "2027-02-27"])
  }

  private func days(after progress: BaselineProgress, _ person: KeptPerson) throws -> Int64 {
    let newest = try #require(person.vowels.compactMap(\.origin.recordedAt?.day).max())
    let due = try #require(progress.nextDue.flatMap { RecordedTime($0 + "T00:00:00Z") })
    return due.day - newest
  }

  @Test func `the next due date follows from the baseline status`() throws {
    var person = KeptPerson()
    var found: [Int64] = []

    for day in 0..<7 {
      let progress = try person.record(Sessions.day(day)).progress
      found.append(try days(after: progress, person))
    }

    #expect(found == [2, 2, 4, 4, 4, 30, 30])
  }

  @Test func `after a deferred session the next is due in one day, after a change in 30`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })

    let waits = try person.record(Sessions.day(3, Sessions.rough)).progress
    let waiting = try days(after: waits, person)
    let told = try person.record(Sessions.day(5, Sessions.rough)).progress

    #expect(waiting == 1)
    #expect(try days(after: told, person) == 30)
  }

  @Test func `an unusable session is repeated on the same day`() throws {
    var person = KeptPerson()

    let progress = try person.record(Sessions.day(2) { $0.type = 4 }).progress

    #expect(progress.status == nil)
    #expect(try days(after: progress, person) == 0)
  }
}
