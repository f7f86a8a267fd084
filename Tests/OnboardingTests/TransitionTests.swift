// Every situation × every event.

import Testing
import VoiceTypes

@testable import Onboarding

@Suite struct TransitionTests {
  private static let plan = OnboardingPlan(vowels: 2, attempts: 2, rounds: 2)
  private static let rows = TransitionTable.rows

  private func walk(to situation: String) throws -> Walk {
    var walk = Walk(Self.plan)
    try walk.go(TransitionTable.way(to: situation))
    return walk
  }

  @Test func `the table has a row for every situation, and a situation for every place`() throws {
    #expect(Set(Self.rows.map(\.situation)) == Set(TransitionTable.ways.keys))
    #expect(Self.rows.count == TransitionTable.ways.count)
    let places = try Self.rows.map { try walk(to: $0.situation).journey.position }
    #expect(Set(places) == Set(FlowPosition.allCases))
  }

  @Test(arguments: rows.indices)
  func `every event follows the transition table or is refused with its code`(index: Int) throws {
    let (situation, outcomes) = Self.rows[index]
    #expect(outcomes.map(\.event).sorted() == Happenings.words.sorted(), "\(situation)")
    for (event, outcome) in outcomes {
      var walk = try walk(to: situation)
      let before = walk.journey

      do throws(FlowRefusal) {
        let actions = try walk.go(Happenings.named(event, in: before))
        #expect("-> \(walk.journey.position.words)" == outcome, "\(situation), \(event)")
        #expect(!actions.isEmpty)
      } catch {
        #expect("!! \(error.code.rawValue)" == outcome, "\(situation), \(event)")
        #expect(walk.journey == before)
        #expect(!error.message(in: .english).isEmpty && !error.advice(in: .english).isEmpty)
      }
    }
  }

  @Test func `every code of a refusal but one is in the table`() {
    let codes = Set(Self.rows.flatMap { $0.outcomes.map(\.outcome) }.filter { $0.hasPrefix("!!") })

    #expect(
      codes
        == Set(
          FlowRefusal.Code.allCases.filter { $0 != .namesNothing }.map {
            "!! \($0.rawValue)"
          }))
  }

  @Test(
    arguments: [
      .signedUp(.guest, person: " "), .profileFaulty([]), .recorded(session: ""),
      .quickDone(session: "a", .refused([])), .comprehensiveDone(session: "a", .refused([])),
      .baselineRefused([]), .baselineHeld(FlowBaseline(id: "", status: .onboarding)),
      .followedUp(Happenings.result, FlowBaseline(id: " ", status: .onboarding)),
      .followedUp(
        FollowUpResult(session: "", recording: "a"), FlowBaseline(id: "b", status: .onboarding)),
    ] as [FlowEventKind])
  func `an event without a name is refused in every situation`(happening: FlowEventKind) throws {
    for situation in TransitionTable.ways.keys.sorted() {
      var walk = try walk(to: situation)

      #expect(throws: FlowRefusal(code: .namesNothing, position: walk.journey.position)) {
        try walk.go(happening)
      }
    }
  }
}
