// Controller of an onboarding flow. Each event is durable before its effects. The controller performs analyses,
// baselines and the merge of a guest's history. It returns effects for a person to the caller. The session id of a
// recording follows from flow and attempt, so a durable recording is found again after a crash.

package import BaselineService
package import Onboarding
package import RecordStore
package import VoicePipeline
package import VoiceTypes

/// The reason why an onboarding stops.
package enum JourneyFault: Error, CustomStringConvertible {
  /// The event does not fit the state of the flow.
  case refusal(FlowRefusal)
  case store(StoreError)
  case submission(SubmissionFault)
  /// The stored flow cannot be parsed.
  case unreadable(String)
  /// The runner was stopped before the recording was finished.
  case stopped

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

/// The onboarding of one person, with its runner and store.
package struct OnboardingRun: Sendable {
  /// The dependencies of an onboarding.
  package struct Parts: Sendable {
    let runner: RecordingRunner
    let store: RecordStore
    package let minimums: [RecordingMinimum]
    package let environment: RunEnvironment
    /// Links a guest to an account.
    let adopt: @Sendable (_ guest: String, _ person: String) throws(StoreError) -> Void
    /// Logs an entry with the hash of the person and without personal data.
    let log: @Sendable (FlowLogEntry, UserHash?) -> Void

    package init(
      runner: RecordingRunner, store: RecordStore, minimums: [RecordingMinimum],
      environment: RunEnvironment,
      adopt: @escaping @Sendable (_ guest: String, _ person: String) throws(StoreError) -> Void,
      log: @escaping @Sendable (FlowLogEntry, UserHash?) -> Void
    ) {
      (self.runner, self.store, self.minimums) = (runner, store, minimums)
      (self.environment, self.adopt, self.log) = (environment, adopt, log)
    }
  }

  package private(set) var journey: OnboardingFlow
  let parts: Parts
  /// The source of the numbered events; new for each run.
  private let source: String
  private var eventCount = 0

  /// The flow of a new guest.
  package init(_ parts: Parts, plan: OnboardingPlan = OnboardingPlan()) {
    self.parts = parts
    source = parts.environment.newID()
    journey = OnboardingFlow(id: parts.environment.newID(), plan: plan)
  }

  /// The stored flow of a person; nil if there is none.
  package init?(of person: String, _ parts: Parts) throws(JourneyFault) {
    let user = parts.store.userHash(of: person)
    guard let kept = try stored(parts.store.read(.journey, of: user)) else { return nil }
    do {
      journey = try OnboardingFlow(json: kept, mode: .firstFault)
    } catch {
      throw .unreadable("\(error)")
    }
    self.parts = parts
    source = parts.environment.newID()
  }

  /// The flow of a person with a baseline from other recordings, such as those of an inbox; nil
  /// without a baseline.
  package init?(holdingBaselineOf person: String, _ parts: Parts) throws(JourneyFault) {
    let baseline = try stored(parts.store.baseline(for: parts.store.userHash(of: person)))
    guard let version = baseline.flatMap(BaselineVersion.init) else { return nil }
    self.parts = parts
    source = parts.environment.newID()
    journey = OnboardingFlow(
      id: parts.environment.newID(), of: person,
      method: AnonymousID.isAnonymous(person) ? .guest : .staff,
      holding: FlowBaseline(
        id: version.stored.run.baselineID, status: version.stored.baseline.status))
  }

  /// Handles an event with its effects.
  /// - Returns: The effects for a person, in order.
  package mutating func apply(
    _ happening: FlowEventKind
  ) async throws(JourneyFault) -> [FlowEffect] {
    // The caller does not know whether a follow-up session may begin.
    if case .followUp = happening {
      return try await perform(effects: handle(.followUp(followUpPermission())))
    }
    return try await perform(effects: handle(happening))
  }

  /// Performs effects.
  /// - Returns: The effects for a person, in order.
  package mutating func perform(
    effects actions: [FlowEffect]
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

  /// Submits the pending recording durably, and performs the effects.
  package mutating func apply(
    _ recording: RecordingSource
  ) async throws(JourneyFault) -> [FlowEffect] {
    try await perform(effects: begin(recording).actions)
  }

  /// Submits the pending recording durably, in the flow too. A caller can follow its updates before
  /// `perform` runs the effects.
  /// - Returns: Its session and the effects.
  package mutating func begin(
    _ recording: RecordingSource
  ) throws(JourneyFault) -> (session: SessionID, actions: [FlowEffect]) {
    let session = try submit(recording)
    return (session, try handle(.recorded(session: session.text)))
  }

  /// The session of the pending recording if it is durable, because the last run ended before the event was stored.
  package func heldSession() throws(JourneyFault) -> SessionID? {
    let asks = journey.pending.contains { action in
      if case .record = action { true } else { false }
    }
    guard asks, let session = nextSession, try isHeld(session) else { return nil }
    return session
  }

  /// Handles the recording of `heldSession`, as `begin` does for a new one; nil without one.
  package mutating func beginHeld() throws(JourneyFault) -> (
    session: SessionID, actions: [FlowEffect]
  )? {
    guard let session = try heldSession() else { return nil }
    return (session, try handle(.recorded(session: session.text)))
  }

  private func submit(_ recording: RecordingSource) throws(JourneyFault) -> SessionID {
    // An unexpected recording would be in the store, and in no flow.
    var copy = journey
    do {
      // Without a pending recording, the flow says why.
      let session = nextSession?.text ?? "none"
      _ = try copy.handle(FlowEvent(.recorded(session: session), from: source, number: eventCount))
    } catch {
      throw .refusal(error)
    }
    guard let session = nextSession else { throw .stopped }
    do throws(SubmissionFault) {
      try parts.runner.submit(recording, as: session)
    } catch {
      // It was durable before a crash; the first recording counts.
      if error != .known { throw .submission(error) }
    }
    return session
  }

  /// The session of several recordings of this round.
  package var roundName: String { "\(journey.id)/\(journey.round)" }

  /// The present time, ISO 8601 in UTC.
  var timestamp: String { parts.environment.timestamp() }

  // MARK: - Events

  private mutating func handle(_ happening: FlowEventKind) throws(JourneyFault) -> [FlowEffect] {
    var next = journey
    let actions: [FlowEffect]
    do {
      actions = try next.handle(FlowEvent(happening, from: source, number: eventCount))
    } catch {
      throw .refusal(error)
    }
    eventCount += 1
    // Effects follow durable events. Before the sign-up there is no person to store the flow for.
    if let person = next.person {
      let (store, user) = (parts.store, parts.store.userHash(of: person))
      let json = next.json
      try stored(store.save(json, as: .journey, of: user))
    }
    journey = next
    return actions
  }

  // MARK: - Effects

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
      try stored(parts.adopt(guest, person))
      return .done
    case .log(let note):
      parts.log(note, journey.person.map(parts.store.userHash))
      return .done
    }
  }

  private func isHeld(_ session: SessionID) throws(JourneyFault) -> Bool {
    try stored(parts.runner.holds(session))
  }

  /// The session of the pending recording; nil without one.
  private var nextSession: SessionID? {
    guard let take = journey.take else { return nil }
    let attempt = journey.attempts.count { $0.take == take } + 1
    let name = "\(journey.id) \(take.task.rawValue) \(take.round) \(take.number) \(attempt)"
    return SessionID.named(Fingerprint.sha256(of: Array(name.utf8)))
  }

  /// The outcome of the analysis of a recording.
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
    let faults = try judged.faults + [apart(document)].compactMap(\.self)
    return faults.isEmpty ? .usable : .refused(faults)
  }

  /// The fault of a vowel with another pitch than the earlier ones of this round; nil without one.
  private func apart(_ document: ResultsDocument) throws(JourneyFault) -> BaselineFault? {
    let earlier = journey.attempts.filter {
      $0.take.task == .sustainedVowel && $0.take.round == journey.round && $0.state == .usable
    }
    var pitches: [Hertz] = []
    for attempt in earlier {
      guard let session = SessionID(attempt.session),
        let found = ResultsDocument(
          stored: try stored(parts.store.existingSession(session)?.read(.computed))),
        let f0 = found.findings?.biomarkers[.f0Mean].number
      else { continue }
      pitches.append(Hertz(f0))
    }
    return document.findings?.biomarkers[.f0Mean].number.flatMap {
      SpeakerMismatch.fault(ofVowel: Hertz($0), among: pitches)
    }
  }

  func person() throws(JourneyFault) -> Person {
    let (store, id) = (parts.store, journey.person ?? "")
    let kept = try stored(store.person(for: store.userHash(of: id)))
    return kept.flatMap { try? Person(json: $0.content, mode: .firstFault) }
      ?? Person(UserProfile(userID: id))
  }
}

extension OnboardingRun {
  /// The pending recording with its metadata.
  /// - Parameters:
  /// - capture: The recording conditions; nil if unknown.
  /// - language: The language of a reading, such as `en`; nil if unknown.
  package func recording(
    _ sound: RecordingSource.Contents, capture: JSONValue? = nil, language: String? = nil
  ) -> RecordingSource {
    let take = journey.take
    let task = take?.task ?? .sustainedVowel
    let name = "\(task.rawValue)-\(journey.round)-\(journey.recordingNumber).wav"
    var members: [JSONValue.Member] = [
      .init("profile", ["user_id": .string(journey.person ?? "")]),
      .init("session_id", .string(roundName)), .init("task", .string(task.rawValue)),
      .init("recorded_at", .string(timestamp)),
    ]
    if task == .reading, let language { members.append(.init("language", .string(language))) }
    if let capture { members.append(.init("capture", capture)) }
    return RecordingSource(
      name: name, sidecar: JSONValue.object(members).fileBytes, contents: sound)
  }
}

extension OnboardingFlow {
  /// Whether the flow waits for an analysis, a baseline or a comparison, not for input.
  package var continuesAutomatically: Bool {
    pending.contains { action in
      switch action {
      case .analyse, .makeBaseline, .compare: true
      case .show, .showError, .askForMicrophone, .record, .linkGuest, .file, .log: false
      }
    }
  }
}

extension BaselineFault {
  fileprivate init(of update: JobUpdate) {
    self.init(
      update.code ?? update.outcome?.rawValue ?? "failed",
      update.fault?.message ?? "the recording cannot be used",
      advice: update.fault?.advice ?? "record it again")
    sentence = update.sentence
  }
}

/// Evaluates an expression of the store.
func stored<Value>(
  _ body: @autoclosure () throws(StoreError) -> Value
) throws(JourneyFault) -> Value {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}

// The baseline of a visit, the comparison of a follow-up session, and the permission of the next
// one.

/// The next follow-up session of a person.
package struct FollowUpOffer: Sendable {
  /// Whether it may begin now.
  package let permission: FollowUpPermission

  /// Its first day, `YYYY-MM-DD`; nil without a recording time.
  package let day: String?
}

extension OnboardingRun {
  /// Nil unless the onboarding is completed with a baseline.
  package func followUpOffer() throws(JourneyFault) -> FollowUpOffer? {
    guard journey.position == .completed(.baselineHeld) else { return nil }
    return FollowUpOffer(permission: try followUpPermission(), day: try followUpDay())
  }

  /// Whether a follow-up session may begin: on another day than the newest recordings, and with
  /// consent.
  func followUpPermission() throws(JourneyFault) -> FollowUpPermission {
    let person = try person()
    if let consent = person.consent {
      let isCovered = [ConsentPurpose.analysis, .storage].allSatisfy {
        consent.allows($0, at: person.profile.age)
      }
      guard isCovered else { return .noConsent }
    }
    guard let day = try followUpDay(), let now = RecordedTime(timestamp) else { return .granted }
    return now.date(after: 0) < day ? .tooEarly : .granted
  }

  /// The day after the newest recording of the last visit, or of the baseline without a visit, in the
  /// time zone of that recording.
  private func followUpDay() throws(JourneyFault) -> String? {
    let store = parts.store
    for attempt in journey.attempts.reversed() where attempt.take.round == journey.round {
      guard let id = SessionID(attempt.session) else { continue }
      let text = try stored(store.existingSession(id)?.header()?.recordedAt)
      if let time = text.flatMap(RecordedTime.init) { return time.date(after: 1) }
    }
    guard journey.attempts.isEmpty, let person = journey.person else { return nil }
    let version = try stored(store.baseline(for: store.userHash(of: person)))
      .flatMap(BaselineVersion.init)
    return version?.stored.baseline.sessions.compactMap(\.recordedAt)
      .max { $0.seconds < $1.seconds }?.date(after: 1)
  }

  private var followUps: PersonFollowUp {
    PersonFollowUp(in: parts.store, minimums: parts.minimums, environment: parts.environment)
  }

  /// Creates a baseline from the vowels of a round.
  func baseline(after vowels: [String]) throws(JourneyFault) -> FlowEventKind {
    let person = try person()
    let (store, user) = (parts.store, parts.store.userHash(of: person.profile.userID))
    let news = try stored(followUps.update(person, after: nil, .made, reason: "onboarding"))
    if let version = try stored(store.baseline(for: user)).flatMap(BaselineVersion.init) {
      return .baselineHeld(
        FlowBaseline(id: version.stored.run.baselineID, status: version.stored.baseline.status))
    }
    let reasons = news.rejection?.reasons ?? []
    return .baselineRefused(reasons.isEmpty ? [.noBaseline(of: vowels.count)] : reasons)
  }

  /// Compares the session of these vowels with the baseline before it. Can be repeated: the
  /// baseline and the alerts are stored when a recording is filed.
  func comparison(of vowels: [String]) throws(JourneyFault) -> FlowEventKind {
    let person = try person()
    let (store, user) = (parts.store, parts.store.userHash(of: person.profile.userID))
    let recording = vowels.last ?? ""
    let news = try stored(
      followUps.update(person, after: SessionID(recording), .made, reason: "follow-up"))
    let kept = try stored(store.baseline(for: user))
    let progress = try stored(store.read(.progress, of: user))
    guard let comparison = news.comparison, let version = kept.flatMap(BaselineVersion.init)
    else { return .baselineRefused([BaselineFault(BaselineText.noneToCompare)]) }
    var result = FollowUpResult(session: roundName, recording: recording)
    result.isInBaseline = version.stored.baseline.sessions.contains { $0.id == roundName }
    result.add(comparison)
    if let progress = progress.flatMap({ try? BaselineProgress.shape.read($0, as: "progress") }) {
      result.completeSessions = progress.completeSessions
      result.sessionsNeeded = progress.next?.sessions ?? 0
      result.nextDue = progress.nextDue
    }
    return .followedUp(
      result,
      FlowBaseline(id: version.stored.run.baselineID, status: version.stored.baseline.status))
  }
}

extension FollowUpResult {
  /// Adds the findings of a comparison for the session.
  fileprivate mutating func add(_ comparison: ComparisonDocument) {
    if let refusal = comparison.refusal {
      let differences = comparison.differences.map { $0.fault(.ofSession) }
      reasons = differences.isEmpty ? refusal.reasons : differences
    }
    guard let findings = comparison.findings else { return }
    let measures = findings.sessions.last { $0.session.id == session }?.measures ?? []
    let larger = measures.filter { $0.isPrimary && $0.reliability?.changeClass == .larger }
      .compactMap(\.family)
    let alerted = findings.alerts.filter { $0.sessionID == session }.flatMap(\.families)
    largerFamilies = FeatureGroup.allCases.filter(larger.contains)
    alertedFamilies = FeatureGroup.allCases.filter(alerted.contains)
  }
}

extension BaselineFault {
  fileprivate static func noBaseline(of count: Int) -> BaselineFault {
    BaselineFault(BaselineText.noUsableRecording, [.count: "\(count)"])
  }
}
