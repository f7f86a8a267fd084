// Requests of a journey to its caller.

import TestSupport
import Testing
import VoiceTypes

@testable import Onboarding

@Suite struct JourneyTests {
  private func without(log actions: [FlowEffect]) -> [FlowEffect] {
    actions.filter { if case .log = $0 { false } else { true } }
  }

  private func error(in actions: [FlowEffect]) -> FlowError? {
    actions.compactMap { if case .showError(let error) = $0 { error } else { nil } }.first
  }

  private func request(in actions: [FlowEffect]) -> RecordingRequest? {
    actions.compactMap { if case .record(let request) = $0 { request } else { nil } }.first
  }

  @Test func `a journey without errors leads from sign-up to a baseline`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1))
    let words =
      "guest read given granted recorded quick_ok full_ok granted recorded quick_ok full_ok held"

    let actions = try words.split(separator: " ").map { without(log: try walk.go(String($0))) }

    #expect(
      actions.filter { request(in: $0) == nil } == [
        [.show(.explainer)], [.show(.userInfoForm)],
        [.show(.sustainedVowelTest), .askForMicrophone],
        [.analyse(.quick, session: "session-1")], [.analyse(.comprehensive, session: "session-1")],
        [.show(.readingPrompt), .askForMicrophone],
        [.analyse(.quick, session: "session-2")], [.analyse(.comprehensive, session: "session-2")],
        [.show(.finalStep), .makeBaseline(vowels: ["session-1"], reading: "session-2")],
        [.show(.completed), .file(.baselineHeld)],
      ])
    #expect(walk.journey.baseline == FlowBaseline(id: "baseline-1", status: .onboarding))
  }

  @Test func `of two states of a journey the later one has the larger revision`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1))
    var revisions = [walk.journey.revision]
    for word in "guest read given granted recorded quick_ok full_ok granted".split(separator: " ") {
      try walk.go(String(word))
      revisions.append(walk.journey.revision)
    }
    let event = FlowEvent(.skipped, from: "another program", number: 0)
    _ = try walk.journey.handle(event)
    revisions.append(walk.journey.revision)

    #expect(revisions == Array(0...9))
    // A repeated event has no effect.
    _ = try walk.journey.handle(event)
    #expect(walk.journey.revision == 9)
  }

  @Test func `attempts are counted and name the one before, and the first is kept`() throws {
    var walk = Walk()
    try walk.go("guest read given")
    var requests: [RecordingRequest?] = []
    for _ in 1...3 {
      requests.append(request(in: try walk.go("granted")))
      try walk.go("recorded quick_bad")
      if walk.journey.attemptsLeft > 0 { try walk.go("retry") }
    }

    #expect(requests.map { $0?.attempt } == [1, 2, 3])
    #expect(requests.map { $0?.attempts } == [3, 3, 3])
    #expect(requests.map { $0?.previous } == [nil, "session-1", "session-2"])
    #expect(walk.journey.attempts.map(\.session) == ["session-1", "session-2", "session-3"])
    #expect(walk.journey.attempts.map(\.previous) == [nil, "session-1", "session-2"])
    #expect(walk.journey.attempts.allSatisfy { $0.reasons == [Happenings.reason] })
  }

  @Test func `a refused recording is reported with attempt, reason and advice`() throws {
    var walk = Walk(OnboardingPlan(attempts: 2))

    let first = error(in: try walk.go("guest read given granted recorded quick_bad"))
    let second = error(in: try walk.go("retry granted recorded quick_ok full_bad"))

    #expect(first?.code == .recordingRefused)
    #expect(first?.message == "attempt 1 of 2 is not usable: the voice is too soft")
    #expect(first?.advice == "move closer to the microphone")
    #expect(first?.reasons == [Happenings.reason])
    #expect(second?.code == .attemptsUsedUp)
    #expect(second?.advice == "continue without this recording, or record it on another day")
  }

  @Test(arguments: [
    ("denied", FlowError.Code.microphoneDenied), ("restricted", .microphoneRestricted),
    ("unknown", .microphoneUnknown),
  ])
  func `each microphone error has its own code`(
    word: String, code: FlowError.Code
  ) throws {
    var walk = Walk()

    let error = error(in: try walk.go("guest read given \(word)"))

    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false && error?.advice.isEmpty == false)
  }

  @Test func `a faulty profile is reported with its fields`() throws {
    var walk = Walk()

    let error = error(in: try walk.go("guest read faulty"))

    #expect(error?.code == .profileFaulty)
    #expect(error?.faults == [Happenings.fault])
    #expect(error?.message == "missing or invalid profile fields: age")
  }

  @Test func `a refused baseline begins a round of its own vowels`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1))
    try walk.go("guest read given granted recorded quick_ok full_ok skip")

    let refused = error(in: try walk.go("refused"))
    let next = request(in: try walk.go("retry granted"))
    let made = without(log: try walk.go("recorded quick_ok full_ok skip"))

    #expect(refused?.code == .baselineRefused)
    #expect(refused?.message.hasPrefix("no baseline yet (attempt 1 of 3): ") == true)
    #expect(next?.take == RequestedRecording(task: .sustainedVowel, round: 2, number: 1))
    #expect(next?.attempt == 1 && next?.previous == "session-1")
    #expect(made == [.show(.finalStep), .makeBaseline(vowels: ["session-2"], reading: nil)])
  }

  @Test func `a journey without a baseline restarts with all attempts`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1, attempts: 1, rounds: 1))
    try walk.go("guest read given granted recorded quick_bad skip skip")
    #expect(throws: FlowRefusal.self) { try walk.go("retry") }

    let again = request(in: try walk.go("skip retry granted"))

    #expect(again?.attempt == 1 && again?.previous == "session-1")
    #expect(walk.journey.round == 2 && walk.journey.firstRound == 2)
    #expect(walk.journey.attempts.count == 1)
  }

  @Test func `a follow-up session repeats the vowels and stores its result`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1))
    try walk.go("guest read given granted recorded quick_ok full_ok skip held")

    let next = request(in: try walk.go("follow granted"))
    let made = without(log: try walk.go("recorded quick_ok full_ok skip"))
    let ended = without(log: try walk.go("compared"))

    #expect(next?.take == RequestedRecording(task: .sustainedVowel, round: 2, number: 1))
    #expect(next?.attempt == 1 && next?.previous == "session-1")
    #expect(made == [.show(.finalStep), .compare(vowels: ["session-2"])])
    #expect(ended == [.show(.completed), .file(.baselineHeld)])
    #expect(walk.journey.followUp == Happenings.result)
    #expect(walk.journey.baseline?.id == "baseline-2")
    try walk.go("follow")
    #expect(walk.journey.followUp == nil && walk.journey.round == 3)
  }

  @Test func `a follow-up session without a usable vowel leaves the baseline as it was`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1, attempts: 1, rounds: 1))
    try walk.go("guest read given granted recorded quick_ok full_ok skip held")

    let refused = error(in: try walk.go("follow granted recorded quick_bad skip skip"))
    try walk.go("skip")

    #expect(refused?.code == .roundsUsedUp)
    #expect(
      refused?.message
        == "this session cannot be compared with the baseline: "
        + "none of the vowels is usable")
    #expect(walk.journey.position == .completed(.baselineHeld))
    #expect(walk.journey.baseline?.id == "baseline-1" && walk.journey.followUp == nil)
  }

  @Test func `a guest can be linked to an account at any step`() throws {
    for way in ["guest", "guest read given granted", "guest read given granted recorded"] {
      var walk = Walk()
      try walk.go(way)
      let position = walk.journey.position

      let actions = without(log: try walk.go("email"))

      #expect(actions == [.linkGuest("guest-1", to: "person-1")])
      #expect(walk.journey.person == "person-1" && walk.journey.method == .email)
      #expect(walk.journey.position == position)
    }
  }

  @Test func `pending requests are repeated when the journey resumes`() throws {
    for situation in TransitionTable.ways.keys.sorted() {
      var walk = Walk(OnboardingPlan(vowels: 2, attempts: 2, rounds: 2))
      try walk.go(TransitionTable.way(to: situation))

      let actions = without(log: try walk.go("resume"))

      #expect(actions == walk.journey.pending, "\(situation)")
      #expect(actions.first == .show(walk.journey.position.step))
    }
  }

  @Test func `a repeated event number is skipped within one source only`() throws {
    var walk = Walk()
    try walk.go("guest")
    let read = walk.event(.explainerRead)

    #expect(try walk.journey.handle(read) != [])
    let before = walk.journey
    #expect(try walk.journey.handle(read) == [])
    #expect(try walk.journey.handle(walk.events[0]) == [])
    #expect(walk.journey == before)
    #expect(try walk.journey.handle(FlowEvent(.profileGiven, from: "runner", number: 0)) != [])
  }

  @Test func `errors and refusals use no words of diagnosis`() throws {
    var walk = Walk(OnboardingPlan(vowels: 1, attempts: 1, rounds: 1))
    var errors: [FlowError] = []
    for word in [
      "guest", "read", "faulty", "given", "denied", "restricted", "unknown", "granted", "recorded",
      "quick_bad", "skip", "skip",
    ] {
      errors += [error(in: try walk.go(word))].compactMap { $0 }
    }
    let refusals = FlowRefusal.Code.allCases.map { FlowRefusal(code: $0, position: .signupMethod) }

    #expect(errors.count == 6)
    for text in errors.map({ "\($0.message) \($0.advice)" }) + refusals.map(\.description) {
      #expect(try RuledOutWords.found(in: text) == [])
    }
  }
}
