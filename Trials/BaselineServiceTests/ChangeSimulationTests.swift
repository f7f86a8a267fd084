// Classes of single comparisons in unchanged and changed voices. Benchmarks/change_alerts.py simulates
// the alerts.

import BaselineService
import Testing
import VoiceTypes

// Bars of a comparison, in percent of 2 000 people.
private let mostFalseAlarms = 5.0
private let leastFoundInOneSession = 85.0
// Three standard errors of 5 % of 2 000, where exactly 5 % are expected.
private let samplingError = 1.5

@Suite struct ChangeSimulationTests {
  @Test(arguments: [1, 3, 6])
  func `an unchanged voice raises an alert in at most 5 of 100 comparisons`(sessions: Int) {
    let outcome = SimulatedPeople(sessions: sessions).outcome()

    for family in FeatureGroup.allCases {
      #expect(outcome.percent(family) <= mostFalseAlarms, "\(family.rawValue)")
    }
  }

  @Test func `threefold jitter is detected after 3 sessions of 3 vowels`() {
    let outcome = SimulatedPeople().outcome(jitterTimes: 3)

    #expect(outcome.percent(.jitter) >= leastFoundInOneSession)
  }

  @Test func `a third of the jitter is found as often as three times`() {
    let (up, down) = (
      SimulatedPeople().outcome(jitterTimes: 3), SimulatedPeople().outcome(jitterTimes: 1 / 3.0)
    )

    #expect((up.percent(.jitter) - down.percent(.jitter)).magnitude < 2 * samplingError)
  }

  @Test func `Student's t is exact for the assumed differences between people`() {
    let outcome = SimulatedPeople(differ: true).outcome()

    for family in FeatureGroup.allCases {
      #expect((outcome.percent(family) - 5).magnitude <= samplingError, "\(family.rawValue)")
    }
  }

  @Test func `few unchanged people have an alert in two sessions`() {
    let outcome = SimulatedPeople().outcome()

    #expect(outcome.percent(outcome.alerted) <= mostFalseAlarms)
  }

  @Test func `the same seed gives the same people`() {
    let small = SimulatedPeople(people: 50)

    #expect(small.outcome().percent(.jitter) == small.outcome().percent(.jitter))
    #expect(small.outcome(jitterTimes: 2).any == small.outcome(jitterTimes: 2).any)
  }
}
