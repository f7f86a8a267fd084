// The state machine of a recording as a table, and its invariants for any sequence of events.

import JobRunner
import Testing
import VoiceTypes

private typealias Stage = JobState.Stage
private typealias Event = JobState.Event
private typealias Action = JobState.Action

@Suite struct JobStateTests {
  private static let settling: [Stage] = JobResult.allCases.map { .settling($0) }
  private static let ended: [Stage] = JobResult.allCases.map { .ended($0) }
  static let stages: [JobState.Stage] =
    [.claimed, .quickDone, .comprehensiveDone] + settling + ended
  static let events: [JobState.Event] =
    [
      .stored(.quick), .stored(.comprehensive), .refused, .duplicate, .finalized, .changed,
      .retryDue,
    ] + JobFault.allCases.map { .fault($0) }

  /// The transitions. Other events change nothing. Faults have separate tests.
  private static func transitions(_ tiers: WantedTiers) -> [Stage: [Event: Stage]] {
    var table: [Stage: [Event: Stage]] = [
      .claimed: [.refused: .settling(.refused), .duplicate: .settling(.duplicate)],
      .quickDone: [
        .refused: .settling(.refused), .duplicate: .settling(.duplicate), .changed: .claimed,
      ],
      .comprehensiveDone: [.finalized: .ended(.filed), .changed: .claimed],
    ]
    for ending in JobResult.allCases { table[.settling(ending)] = [.finalized: .ended(ending)] }
    for ending in [JobResult.refused, .duplicate] { table[.settling(ending)]?[.changed] = .claimed }
    switch tiers {
    case .both:
      table[.claimed]?[.stored(.quick)] = .quickDone
      table[.quickDone]?[.stored(.comprehensive)] = .comprehensiveDone
    case .quick:
      table[.claimed]?[.stored(.quick)] = .quickDone
      table[.quickDone]?[.finalized] = .ended(.filed)
    case .comprehensive:
      table[.claimed]?[.stored(.comprehensive)] = .comprehensiveDone
      table[.quickDone]?[.stored(.comprehensive)] = .comprehensiveDone
    }
    return table
  }

  private func state(_ stage: Stage, _ tiers: WantedTiers = .both) -> JobState {
    JobState(tiers: tiers, policy: RetryPolicy(), stage: stage)
  }

  /// Applies a fault some times, each with its retry.
  /// - Returns: The actions after the last fault.
  @discardableResult
  private func fail(_ job: inout JobState, with fault: JobFault, times: Int = 1) -> [Action] {
    var actions: [Action] = []
    for _ in 1...times {
      actions = job.handle(.fault(fault))
      _ = job.handle(.retryDue)
    }
    return actions
  }

  @Test(arguments: WantedTiers.allCases, stages)
  func `every event leads to the stage of the table, or changes nothing`(
    tiers: WantedTiers, stage: JobState.Stage
  ) {
    for event in Self.events {
      if case .fault = event { continue }
      var job = state(stage, tiers)

      let actions = job.handle(event)

      let next = Self.transitions(tiers)[stage]?[event]
      #expect(job.stage == next ?? stage, "\(stage) \(event)")
      #expect(next != nil || actions.isEmpty, "\(stage) \(event)")
    }
  }

  @Test func `a claimed recording is filed in durable steps`() {
    var job = state(.claimed)
    let events: [Event] = [.stored(.quick), .stored(.comprehensive), .finalized]

    let actions = events.map { job.handle($0) }

    #expect(
      actions == [
        [.publish(.quickComplete), .analyse(.comprehensive)],
        [.publish(.complete), .finalize(.filed)], [],
      ])
    #expect(job.stage == .ended(.filed))
  }

  @Test(arguments: stages)
  func `a recording that starts at a stage has the actions of the stage`(stage: JobState.Stage) {
    let job = state(stage)

    #expect(job.pending.isEmpty == job.hasEnded)
  }

  @Test(arguments: [Stage.claimed, .quickDone])
  fileprivate func `an unreadable recording fails after some attempts`(stage: Stage) {
    var job = state(stage)
    var waits: [Action] = []
    while job.stage == stage {
      waits += job.handle(.fault(.source))
      _ = job.handle(.retryDue)
    }

    #expect(job.stage == .settling(.failed))
    #expect(waits.count { if case .wait = $0 { true } else { false } } == 5)
  }

  @Test(arguments: stages)
  func `a full store is retried without a limit`(stage: JobState.Stage) {
    var job = state(stage)
    for _ in 0..<1000 {
      let actions = job.handle(.fault(.passing))
      let again = job.handle(.retryDue)

      #expect(actions.count == (job.pending.isEmpty ? 0 : 1))
      #expect(again == job.pending)
    }

    #expect(job.stage == stage)
  }

  @Test(
    arguments: [Stage.comprehensiveDone]
      + settling.filter { ![.settling(.stranded), .settling(.leftBehind)].contains($0) })
  fileprivate func `a recording that becomes unreadable before archiving is stranded`(stage: Stage)
  {
    var job = state(stage)
    fail(&job, with: .source, times: 5)
    #expect(job.stage == stage)

    let actions = fail(&job, with: .source)

    #expect(actions == [.publish(.error), .finalize(.stranded)])
    #expect(job.stage == .settling(.stranded))
  }

  @Test func `a quick result with an unreadable source is stranded`() {
    var job = state(.quickDone, .quick)
    fail(&job, with: .source, times: 6)

    #expect(job.stage == .settling(.stranded))
  }

  @Test(arguments: JobResult.allCases)
  func `finalization is retried while the store is unavailable`(ending: JobResult) {
    var job = state(.settling(ending))
    fail(&job, with: .passing, times: 100)

    #expect(job.stage == .settling(ending))
    _ = job.handle(.finalized)
    #expect(job.stage == .ended(ending))
  }

  @Test(
    arguments: [Stage.quickDone, .comprehensiveDone, .settling(.refused), .settling(.duplicate)])
  fileprivate func `a persistent fault of the session fails a recording with results`(
    stage: Stage
  ) {
    var job = state(stage)

    let actions = job.handle(.fault(.permanent))

    #expect(actions == [.publish(.error), .finalize(.failed)])
  }

  @Test(arguments: [Stage.quickDone, .comprehensiveDone, .settling(.refused)])
  fileprivate func `a persistent fault of the session is retried some times`(stage: Stage) {
    var job = state(stage)
    fail(&job, with: .stubborn, times: 5)
    #expect(job.stage == stage)

    fail(&job, with: .stubborn)

    #expect(job.stage == .settling(.failed))
  }

  @Test(arguments: [Stage.comprehensiveDone, .settling(.failed), .settling(.duplicate)])
  fileprivate func `an undeletable source is left behind after some attempts`(stage: Stage) {
    var job = state(stage)
    fail(&job, with: .unremovable, times: 5)
    #expect(job.stage == stage)

    let actions = fail(&job, with: .unremovable)

    #expect(actions == [.finalize(.leftBehind)])
  }

  @Test(arguments: [JobResult.stranded, .leftBehind], JobFault.allCases)
  func `the report of a stranded recording is retried without a limit`(
    ending: JobResult, fault: JobFault
  ) {
    var job = state(.settling(ending))
    fail(&job, with: fault, times: 100)

    #expect(job.pending == [.finalize(ending)])
  }

  @Test func `a successful step resets the fault count`() {
    var job = state(.claimed)
    fail(&job, with: .passing)
    _ = job.handle(.stored(.quick))

    #expect(job.handle(.fault(.passing)) == [.wait(RetryPolicy().delay(after: 1))])
  }

  @Test func `a repeated fault gives one wait`() {
    var job = state(.claimed)
    _ = job.handle(.fault(.passing))

    #expect(job.handle(.fault(.passing)) == [])
    #expect(job.handle(.retryDue) == [.analyse(.quick)])
    #expect(job.handle(.retryDue) == [])
  }

  @Test(arguments: WantedTiers.allCases, 0..<200)
  func `after any events a recording has ended, waits, or has actions`(
    tiers: WantedTiers, seed: Int
  ) {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    var job = state(.claimed, tiers)
    var endings: Set<Stage> = []
    for _ in 0..<60 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      _ = job.handle(Self.events[Int(random >> 33) % Self.events.count])
      if job.hasEnded { endings.insert(job.stage) }
      #expect(job.hasEnded || job.isWaiting || !job.pending.isEmpty)
    }

    #expect(endings.count <= 1)
  }

  @Test(arguments: WantedTiers.allCases, stages)
  func `without faults every recording ends`(tiers: WantedTiers, stage: JobState.Stage) {
    var job = state(stage, tiers)
    _ = job.handle(.fault(.passing))
    var actions = job.handle(.retryDue)
    var steps = 0
    while let action = actions.last, steps < 10 {
      steps += 1
      switch action {
      case .analyse(let tier): actions = job.handle(.stored(tier))
      case .finalize: actions = job.handle(.finalized)
      case .publish, .wait: actions = []
      }
    }

    #expect(job.hasEnded)
  }
}

@Suite struct RetryPolicyTests {
  @Test func `waits double up to the maximum`() {
    let policy = RetryPolicy()

    #expect(policy.delay(after: 1) == .milliseconds(200))
    #expect(policy.delay(after: 2) == .milliseconds(400))
    #expect(policy.delay(after: 8) == .milliseconds(25_600))
    #expect(policy.delay(after: 9) == .seconds(30))
    #expect(policy.delay(after: 1_000_000) == .seconds(30))
  }
}
