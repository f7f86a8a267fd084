// Invariants of the journey under random sequences of events.

import Onboarding
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct WalkTests {
  /// Far more than the longest plan needs.
  private static let mostSteps = 200

  /// Whether a person who continues reaches the end from here.
  static func arrives(_ journey: OnboardingFlow) -> Bool {
    var journey = journey
    for _ in 0..<mostSteps {
      guard let next = Happenings.helpful(journey) else { return true }
      let number = (journey.lastEventNumbers["helper"] ?? -1) + 1
      let event = FlowEvent(next, from: "helper", number: number)
      guard (try? journey.handle(event)) != nil else { return false }
    }
    return false
  }

  private struct Step {
    let before: OnboardingFlow
    let event: FlowEvent
    let actions: [FlowEffect]?
    let after: OnboardingFlow
  }

  /// Events drawn at random from all, with every second one of those that lead on, so that walks
  /// reach the end.
  private func steps(seed: UInt64) -> [Step] {
    var random = SplitMix64(seed: seed)
    var walk = Walk(
      OnboardingPlan(
        vowels: 1 + random.index(below: 3), attempts: 1 + random.index(below: 3),
        rounds: 1 + random.index(below: 2)))
    let sources = ["phone", "laptop", "runner"]
    return (0..<120).map { _ in
      let before = walk.journey
      let word = Happenings.words[random.index(below: Happenings.words.count)]
      let drawn = Happenings.named(word, in: before)
      let next = random.index(below: 2) == 0 ? Happenings.helpful(before) ?? drawn : drawn
      let event = walk.event(next, from: sources[random.index(below: sources.count)])
      let actions = try? walk.go(event.kind, from: event.source)
      return Step(before: before, event: event, actions: actions, after: walk.journey)
    }
  }

  private static let seeds = Array<UInt64>(1...300)

  @Test func `random walks reach every situation`() {
    let places = Self.seeds.flatMap { steps(seed: $0).map(\.after.position) }

    #expect(
      Set(places)
        == Set(FlowPosition.allCases.filter { $0 != .signupMethod }).union([.signupMethod]))
  }

  @Test func `a journey is never stuck`() {
    for seed in Self.seeds {
      for step in steps(seed: seed) { #expect(Self.arrives(step.after), "seed \(seed)") }
    }
  }

  @Test func `storing after every event does not change the journey`() throws {
    let validator = try JSONSchemaValidator(OnboardingFlow.jsonSchema)
    for seed in Self.seeds {
      let steps = steps(seed: seed)
      var stored = try #require(steps.first).before
      for step in steps {
        stored = try OnboardingFlow(json: JSONValue.parse(Array(stored.json.text(.pretty).utf8)))
        let actions = try? stored.handle(step.event)
        #expect(actions == step.actions && stored == step.after, "seed \(seed)")
      }
      #expect(validator.problems(in: stored.json) == [])
    }
  }

  @Test func `a repeated event, at once or much later, changes nothing`() throws {
    for seed in Self.seeds {
      var told: [FlowEvent] = []
      for step in steps(seed: seed) where step.actions != nil {
        told.append(step.event)
        var journey = step.after
        for event in told {
          #expect(try journey.handle(event) == [], "seed \(seed)")
        }
        #expect(journey == step.after, "seed \(seed)")
      }
    }
  }

  @Test func `refused events change nothing, accepted ones are logged`() {
    for step in Self.seeds.flatMap({ steps(seed: $0) }) {
      if let actions = step.actions {
        #expect(step.after.lastEventNumbers[step.event.source] == step.event.number)
        #expect(!actions.isEmpty)
      } else {
        #expect(step.after == step.before)
      }
    }
  }

  @Test func `no recording has more attempts than the plan, and each chain is whole`() {
    for step in Self.seeds.flatMap({ steps(seed: $0) }) {
      let journey = step.after
      let takes = Dictionary(grouping: journey.attempts, by: \.take)
      for attempts in takes.values {
        #expect(attempts.count <= journey.plan.attempts)
        #expect(attempts.map(\.number) == Array(1...attempts.count))
        #expect(attempts.dropFirst().map(\.previous) == attempts.dropLast().map { $0.session })
      }
      #expect(journey.round - journey.firstRound < journey.plan.rounds)
      #expect(journey.attempts.starts(with: step.before.attempts, by: { $0.session == $1.session }))
    }
  }

  @Test func `a completed journey changes only by restart, follow-up or sign-up`() {
    for step in Self.seeds.flatMap({ steps(seed: $0) }) {
      guard case .completed(let outcome) = step.before.position, step.actions != nil else {
        continue
      }
      switch step.event.kind {
      case .resumed, .signedUp: #expect(step.after.position == step.before.position)
      case .retried: #expect(outcome == .noBaseline)
      case .followUp(let permission):
        #expect(outcome == .baselineHeld && permission == .granted)
      default: Issue.record("\(step.event.kind) was accepted after the end")
      }
      #expect(step.after.baseline == step.before.baseline)
    }
  }

  @Test func `the log has steps, fields and codes but no personal data`() throws {
    let validator = try JSONSchemaValidator(
      FlowLogEntry.shape.schema(id: "urn:test", title: "log entry"))
    var names: Set<FlowLogEntry.Name> = []
    for step in Self.seeds.flatMap({ steps(seed: $0) }) {
      for case .log(let note) in step.actions ?? [] {
        names.insert(note.name)
        let text = note.json.text(.compact)
        #expect(validator.problems(in: note.json) == [])
        for word in ["guest-1", "person-1", "12", "13 to 120", "too soft", "move closer"] {
          let isOfSession = note.session?.contains(word) == true
          #expect(isOfSession || !text.contains(word), "\(text)")
        }
      }
    }
    #expect(names == Set(FlowLogEntry.Name.allCases))
  }
}
