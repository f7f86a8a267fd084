// A stored journey: written, validated by its schema, and damaged at random.

import Onboarding
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct JourneyShapeTests {
  private let validator: JSONSchemaValidator

  init() throws { validator = try JSONSchemaValidator(OnboardingFlow.jsonSchema) }

  private static let plan = OnboardingPlan(vowels: 2, attempts: 2, rounds: 2)

  private func journey(_ situation: String) throws -> OnboardingFlow {
    var walk = Walk(Self.plan)
    try walk.go(TransitionTable.way(to: situation))
    return walk.journey
  }

  @Test(arguments: TransitionTable.ways.keys.sorted())
  func `every stored situation is read back and matches the schema`(situation: String) throws {
    let journey = try journey(situation)

    #expect(validator.problems(in: journey.json) == [])
    #expect(try OnboardingFlow(json: journey.json) == journey)
  }

  @Test func `members have a fixed order`() throws {
    let json = try journey("vowel refused").json

    #expect(
      json.text(.compact) == #"""
        {"schema":"sagevoice/journey/1","journey_id":"journey-1","person":"guest-1",\#
        "signup_method":"guest","plan":{"vowels":2,"attempts":2,"rounds":2},\#
        "step":"sustained_vowel_test","phase":"refused","round":1,"first_round":1,"take":1,\#
        "attempts":[{"session_id":"session-1","previous":null,"task":"sustained_vowel","round":1,\#
        "take":1,"attempt":1,"state":"refused","reasons":[{"code":"too_soft","message":\#
        "the voice is too soft","advice":"move closer to the microphone"}]}],"reasons":[],\#
        "baseline":null,"taken":{"phone":5}}
        """#)
  }

  @Test func `a journey of version 0.18.0 without follow-up sessions continues`()
    throws
  {
    let stored = #"""
      {"schema":"sagevoice/journey/1","journey_id":"journey-1","person":"guest-1",\#
      "signup_method":"guest","plan":{"vowels":1,"attempts":2,"rounds":2},"step":"completed",\#
      "phase":"baseline_held","round":1,"first_round":1,"take":1,"attempts":[{"session_id":"session-1",\#
      "previous":null,"task":"sustained_vowel","round":1,"take":1,"attempt":1,"state":"usable",\#
      "reasons":[]}],"reasons":[],"baseline":{"baseline_id":"baseline-1","status":"onboarding"},\#
      "taken":{"phone":8}}
      """#

    var journey = try OnboardingFlow(json: JSONValue.parse(Array(stored.utf8)))
    _ = try journey.handle(FlowEvent(.followUp(.granted), from: "phone", number: 9))

    #expect(journey.position == .recording(.sustainedVowel, .microphone))
    #expect(journey.take?.round == 2 && journey.purpose == .followUp)
  }

  static let contradictions:
    [(situation: String, path: [JSONStep], value: JSONValue, key: String)] = [
      ("vowel quick", ["person"], .null, "person"),
      ("signup_method", ["person"], "a", "person"),
      ("vowel quick", ["first_round"], 2, "first_round"),
      ("held", ["round"], 3, "first_round"),
      ("vowel quick", ["take"], 3, "take"),
      ("reading quick", ["take"], 2, "take"),
      ("vowel quick", ["attempts"], [], "attempts"),
      ("vowel quick", ["attempts", 0, "state"], "usable", "attempts"),
      ("vowel microphone", ["step"], "final_step", "journey"),
      ("vowel refused", ["phase"], "comprehensive", "attempts"),
      ("vowel refused", ["attempts", 0, "attempt"], 2, "attempts"),
      ("vowel refused", ["attempts", 0, "reasons"], [], "attempts"),
      ("vowel used up", ["attempts", 1, "previous"], .null, "attempts"),
      ("vowel used up", ["attempts", 1, "session_id"], "session-1", "attempts"),
      ("vowel used up", ["phase"], "microphone", "attempts"),
      ("making", ["reasons"], [["code": "a", "message": "b", "advice": "c"]], "reasons"),
      ("baseline refused", ["reasons"], [], "reasons"),
      ("held", ["baseline"], .null, "baseline"),
      ("held", ["attempts"], [], "attempts"),
      ("follow-up", ["first_round"], 1, "baseline"),
      ("followed up", ["baseline"], .null, "baseline"),
      ("followed up", ["first_round"], 1, "follow_up"),
      ("followed up", ["phase"], "no_baseline", "follow_up"),
    ]

  @Test(arguments: contradictions.indices)
  func `inconsistent members are refused, naming the faulty one`(index: Int) throws {
    let (situation, path, value, key) = Self.contradictions[index]
    let json = try journey(situation).json.setting(path, to: value)

    let error = try #require(throws: FileFaults.self) { try OnboardingFlow(json: json) }

    #expect(error.faults.map(\.place).contains(key == "journey" ? key : "journey.\(key)"))
    #expect(error.faults.allSatisfy { !$0.description.contains("guest-1") })
  }

  @Test func `a randomly damaged journey is refused or completes`() throws {
    var random = SplitMix64(seed: 181)
    let situations = TransitionTable.ways.keys.sorted()
    let originals = try situations.map { try journey($0).json }
    var (read, refused) = (0, 0)
    for _ in 0..<8_000 {
      let original = originals[random.index(below: originals.count)]
      let json = DocumentDamage.of(original, using: &random)
      guard let journey = try? OnboardingFlow(json: json) else {
        refused += 1
        continue
      }
      read += 1
      #expect(try OnboardingFlow(json: journey.json) == journey)
      for word in Happenings.words {
        var walk = Walk()
        walk.journey = journey
        _ = try? walk.go(Happenings.named(word, in: journey), from: "another")
      }
      #expect(WalkTests.arrives(journey), "\(json)")
    }
    print("damaged journeys: \(read) read, \(refused) refused")
    #expect(read > 400 && refused > 400)
  }
}
