// A journey on its way: what happens to it is durable before anything follows from it, and what a program
// can do by itself (analyses, the baseline, a guest's history) is done here. What a person has to see or do is
// given back to whoever shows it: a terminal, or a page.
//
// A recording's session follows from the journey and the attempt. So a recording that was durable when the
// program ended, in the store or in the spool, is found again and is not asked for a second time.

package import BaselineService
package import Onboarding
package import RecordStore
package import VoicePipeline
internal import VoiceTypes

/// Why a journey does not go on just now.
package enum JourneyFault: Error, CustomStringConvertible {
  /// What happened does not belong where the journey is.
  case refusal(FlowRefusal)
  case store(StoreError)
  case submission(SubmissionFault)
  /// What is kept of it cannot be read.
  case unreadable(String)
  /// The runner ended before the recording did.
  case stopped

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .refusal(let refusal): refusal.description
    case .store(let fault): fault.description
    case .submission(let fault): fault.description
    case .unreadable(let problem):
      "the stored onboarding cannot be used: \(problem); restore it from a backup"
    case .stopped: "the program was stopped; the onboarding continues at the next start"
    }
  }
}

/// The onboarding of one person, with the runner and the store that it needs.
package struct JourneyRun: Sendable {
  /// What a journey runs on.
  package struct Parts: Sendable {
    let runner: RecordingRunner
    let store: any SessionStore
    /// What a recording must meet to be used.
    package let minimums: [RecordingMinimum]
    let environment: RunEnvironment
    /// Makes the history of a guest that of a person.
    let adopt: @Sendable (_ guest: String, _ person: String) throws(StoreError) -> Void
    /// Takes what is to be logged, for programs beside this one, with the person as the store knows them;
    /// never a value that somebody told.
    let log: @Sendable (FlowLogEntry, UserHash?) -> Void

    package init(
      runner: RecordingRunner, store: any SessionStore, minimums: [RecordingMinimum],
      environment: RunEnvironment,
      adopt: @escaping @Sendable (_ guest: String, _ person: String) throws(StoreError) -> Void,
      log: @escaping @Sendable (FlowLogEntry, UserHash?) -> Void
    ) {
      (self.runner, self.store, self.minimums) = (runner, store, minimums)
      (self.environment, self.adopt, self.log) = (environment, adopt, log)
    }
  }

  /// Where it is.
  package private(set) var journey: OnboardingFlow

  let parts: Parts
  /// One that tells events numbers them; every run is another one.
  private let source: String
  private var told = 0

  /// A journey of somebody who has not signed up.
  package init(_ parts: Parts, plan: OnboardingPlan = OnboardingPlan()) {
    self.parts = parts
    source = parts.environment.newID()
    journey = OnboardingFlow(id: parts.environment.newID(), plan: plan)
  }

  /// The journey of a person as it was kept; nil where there is none.
  package init?(of person: String, _ parts: Parts) throws(JourneyFault) {
    let user = parts.store.userHash(of: person)
    guard
      let kept = try stored({ () throws(StoreError) in
        try parts.store.read(.journey, of: user)
      })
    else { return nil }
    do {
      journey = try OnboardingFlow(json: kept, mode: .firstFault)
    } catch {
      throw .unreadable("\(error)")
    }
    self.parts = parts
    source = parts.environment.newID()
  }

  /// Takes in what has happened, does what follows by itself, and says what is left for a person to see or
  /// do, in order.
  package mutating func take(
    _ happening: FlowEventKind
  ) async throws(JourneyFault) -> [FlowEffect] {
    // Whether a follow-up session may begin is known here, and to no caller.
    if case .followUp = happening {
      return try await goOn(with: handle(.followUp(followUpPermission())))
    }
    return try await goOn(with: handle(happening))
  }

  /// Does what follows of what happened by itself, and says what is left for a person to see or do.
  package mutating func goOn(
    with actions: [FlowEffect]
  ) async throws(JourneyFault) -> [FlowEffect] {
    var left: [FlowEffect] = []
    var ahead = actions[...]
    while let action = ahead.popFirst() {
      switch try await perform(action) {
      case .forAPerson: left.append(action)
      case .done: continue
      case .happened(let next): ahead += try handle(next)
      }
    }
    return left
  }

  /// Takes a recording that was asked for: it is durable under a session of its own when this goes on.
  package mutating func take(
    _ recording: RecordingSource
  ) async throws(JourneyFault) -> [FlowEffect] {
    try await goOn(with: begin(recording).actions)
  }

  /// Takes a recording that was asked for, and goes no further: it is durable, in the journey too. Whoever
  /// waits for its results may listen from here on; what follows is for `goOn`.
  /// - Returns: Its session, and what follows.
  package mutating func begin(
    _ recording: RecordingSource
  ) throws(JourneyFault) -> (session: SessionID, actions: [FlowEffect]) {
    let session = try submit(recording)
    return (session, try handle(.recorded(session: session.text)))
  }

  /// The session of the recording that is asked for, where that is durable already: the program before this
  /// one ended when the journey had not heard of it.
  package func heldSession() throws(JourneyFault) -> SessionID? {
    let asks = journey.pending.contains { action in
      if case .record = action { true } else { false }
    }
    guard asks, let session = nextSession, try isHeld(session) else { return nil }
    return session
  }

  /// Takes in the recording that is durable already, as `begin` does one that comes; nil where none is.
  package mutating func beginHeld() throws(JourneyFault) -> (
    session: SessionID, actions: [FlowEffect]
  )? {
    guard let session = try heldSession() else { return nil }
    return (session, try handle(.recorded(session: session.text)))
  }

  private func submit(_ recording: RecordingSource) throws(JourneyFault) -> SessionID {
    // A recording that nobody asked for would be in the store, and in no journey.
    var copy = journey
    do {
      // Where none is asked for, the journey says why.
      let session = nextSession?.text ?? "none"
      _ = try copy.handle(FlowEvent(.recorded(session: session), from: source, number: told))
    } catch {
      throw .refusal(error)
    }
    guard let session = nextSession else { throw .stopped }
    do throws(SubmissionFault) {
      try parts.runner.submit(recording, as: session)
    } catch {
      // It was durable before the program ended; the first counts.
      if error != .known { throw .submission(error) }
    }
    return session
  }

  /// The name of the session that recordings of this round make together.
  package var roundName: String { "\(journey.id)/\(journey.round)" }

  /// The present time, ISO 8601 in UTC.
  var timestamp: String { parts.environment.timestamp() }

  // MARK: - What happened

  private mutating func handle(_ happening: FlowEventKind) throws(JourneyFault) -> [FlowEffect] {
    var next = journey
    let actions: [FlowEffect]
    do {
      actions = try next.handle(FlowEvent(happening, from: source, number: told))
    } catch {
      throw .refusal(error)
    }
    told += 1
    // Nothing follows from what is not durable. Before somebody signs up there is nobody to keep it for.
    if let person = next.person {
      let (store, user) = (parts.store, parts.store.userHash(of: person))
      let json = next.json
      try stored { () throws(StoreError) in try store.keep(json, as: .journey, of: user) }
    }
    journey = next
    return actions
  }

  // MARK: - What follows

  private enum Performance {
    case forAPerson
    case done
    case happened(FlowEventKind)
  }

  private func perform(_ action: FlowEffect) async throws(JourneyFault) -> Performance {
    switch action {
    case .show, .showError, .askForMicrophone, .file: return .forAPerson
    case .record:
      guard let session = nextSession, try isHeld(session) else { return .forAPerson }
      return .happened(.recorded(session: session.text))
    case .analyse(let tier, let session): return .happened(try await outcome(of: session, tier))
    case .makeBaseline(let vowels, _): return .happened(try baseline(after: vowels))
    case .compare(let vowels): return .happened(try comparison(of: vowels))
    case .linkGuest(let guest, let person):
      let adopt = parts.adopt
      try stored { () throws(StoreError) in try adopt(guest, person) }
      return .done
    case .log(let note):
      parts.log(note, journey.person.map(parts.store.userHash))
      return .done
    }
  }

  private func isHeld(_ session: SessionID) throws(JourneyFault) -> Bool {
    let runner = parts.runner
    return try stored { () throws(StoreError) in try runner.holds(session) }
  }

  /// The session of the recording that is asked for; nil where none is.
  private var nextSession: SessionID? {
    guard let take = journey.take else { return nil }
    let attempt = journey.attempts.count { $0.take == take } + 1
    let name = "\(journey.id) \(take.task.rawValue) \(take.round) \(take.number) \(attempt)"
    return SessionID.named(Fingerprint.sha256(of: Array(name.utf8)))
  }

  /// What an analysis says of a recording.
  private func outcome(of text: String, _ tier: Tier) async throws(JourneyFault) -> FlowEventKind {
    guard let session = SessionID(text) else { throw .unreadable("\(text) is not a session id") }
    for await update in parts.runner.updates(of: session) {
      let isQuick = tier == .quick && update.phase.follows(.quickAnalysing)
      guard isQuick || update.outcome != nil else { continue }
      let outcome = try judged(update, session)
      return tier == .quick
        ? .quickDone(session: text, outcome) : .comprehensiveDone(session: text, outcome)
    }
    throw .stopped
  }

  private func judged(
    _ update: JobUpdate, _ session: SessionID
  ) throws(JourneyFault) -> AnalysisOutcome {
    if update.phase == .error || update.outcome == .duplicate || update.outcome == .purged {
      return .refused([BaselineFault(of: update)])
    }
    guard update.outcome != nil, journey.take?.task == .sustainedVowel,
      let document = update.document, document.tier == .comprehensive
    else { return .usable }
    let person = BaselinePerson(of: try person())
    let judged = BaselineValidation(
      for: .baseline, minimums: parts.minimums, category: person.category, age: person.age
    ).judge(MeasuredVowel(document: document, origin: VowelMetadata(sessionID: roundName)))
    return judged.faults.isEmpty ? .usable : .refused(judged.faults)
  }

  /// The person of the journey, as far as the store knows them.
  func person() throws(JourneyFault) -> Person {
    let (store, id) = (parts.store, journey.person ?? "")
    let kept = try stored { () throws(StoreError) in
      try store.person(for: store.userHash(of: id))
    }
    return kept.flatMap { try? Person(json: $0.person, mode: .firstFault) }
      ?? Person(UserProfile(userID: id))
  }
}

extension BaselineFault {
  /// The reason why the recording of an update cannot be used.
  fileprivate init(of update: JobUpdate) {
    self.init(
      update.code ?? update.outcome?.rawValue ?? "failed",
      update.fault?.message ?? "the recording cannot be used",
      advice: update.fault?.advice ?? "record it again")
    sentence = update.sentence
  }
}

/// Does something with the store.
func stored<Value>(_ body: () throws(StoreError) -> Value) throws(JourneyFault) -> Value {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}
