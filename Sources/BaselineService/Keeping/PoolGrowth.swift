// How sessions become part of a baseline, one after the other in the order of their times (the
// article BaselinesByThemselves). A session within the usual range is added. One beyond it waits
// for a session at least a day later: if that goes the same way, the voice may have changed, and a
// baseline that took both up would hide it; if not, it was a day like others that a voice has, and
// leaving it out would make the usual range narrower than it is.

internal import VoiceTypes

/// A pool that sessions are added to.
struct PoolGrowth {
  /// What was added so far.
  private(set) var pool: SessionPool

  /// What was not, with the reasons.
  private(set) var held: [KeepingStep.HeldSession] = []

  /// A session beyond the usual range, and those that came after it and say nothing yet.
  private var waiting: [CandidateSession] = []

  /// Why nothing is added any more.
  private var change: BaselineFault?

  /// Adds what can be added of sessions that stand in the order of their times.
  init(of pool: SessionPool, with candidates: [CandidateSession]) {
    self.pool = pool
    for (index, candidate) in candidates.enumerated() where self.pool.isOpen {
      take(candidate, isNewest: index == candidates.count - 1)
    }
    hold(waiting) { KeepingText.waitsWithAnother.fault(of: $0) }
  }

  private mutating func take(_ candidate: CandidateSession, isNewest: Bool) {
    guard pool.isOpen else { return }
    if let change { return hold(candidate, [change]) }
    let faults = pool.faults(adding: candidate)
    // One that comes too late to be added can still say whether what waits has lasted.
    let mayDecide = faults.allSatisfy { $0.code == KeepingText.spanTooLong.code }
    if !waiting.isEmpty, mayDecide { return resolve(with: candidate, isNewest: isNewest) }
    guard faults.isEmpty else { return hold(candidate, faults) }
    if isWithinUsualRange(candidate) { pool.add(candidate) } else { waiting = [candidate] }
  }

  // MARK: - Usual or not

  private func primaries(of candidate: CandidateSession) -> SessionFindings {
    let usual = UsualValues(of: pool.others(than: candidate).map(\.values))
    return SessionChanges(from: usual).primaries(of: candidate.session)
  }

  /// Whether no family that may be told is beyond its limit, or a session of the pool that came a
  /// day later says that it did not last.
  private func isWithinUsualRange(_ candidate: CandidateSession) -> Bool {
    guard !primaries(of: candidate).toldFamilies.isEmpty else { return true }
    guard let time = candidate.session.recordedAt else { return false }
    return pool.others(than: candidate).contains { session in
      !session.values.isEmpty && session.recordedAt.map { $0.isObservation(after: time) } ?? false
    }
  }

  // MARK: - Waiting

  /// Looks at what waits again if the session says whether it lasted. A session that is still being
  /// recorded does not.
  private mutating func resolve(with candidate: CandidateSession, isNewest: Bool) {
    let first = waiting[0]
    let families = primaries(of: first).toldFamilies
    let isComplete = candidate.session.used.count >= SessionValues.completeVowels
    waiting.append(candidate)
    guard isComplete || !isNewest, isObservation(candidate, after: first),
      !families.allSatisfy({ primaries(of: candidate).primaries[$0] == nil })
    else { return }
    let lasting = lastingFamilies(families)
    guard lasting.isEmpty else { return stop(because: lasting) }
    let others = waiting.dropFirst()
    waiting = []
    // What else was added meanwhile is nothing: the first of them is judged as it was.
    if pool.faults(adding: first).isEmpty { pool.add(first) }
    for other in others { take(other, isNewest: isNewest && other == candidate) }
  }

  private func isObservation(_ later: CandidateSession, after first: CandidateSession) -> Bool {
    guard let time = first.session.recordedAt else { return false }
    return later.session.recordedAt.map { $0.isObservation(after: time) } ?? false
  }

  /// The families of the first that are told to last by the last of those that wait.
  private func lastingFamilies(_ families: [MeasureFamily]) -> [MeasureFamily] {
    let findings = waiting.map(primaries).filter { finding in
      families.contains { finding.primaries[$0] != nil }
    }
    return ChangeAlert.raised(by: findings)
      .filter { $0.rule == .twoSessions && $0.session == findings.count - 1 }
      .flatMap(\.families).filter(families.contains)
  }

  private mutating func stop(because families: [MeasureFamily]) {
    let fault = BaselineFault(
      KeepingText.changed,
      [
        .sessions: [waiting.first, waiting.last].compactMap { $0?.session.id }
          .joined(separator: ", "),
        .measures: families.words,
      ])
    change = fault
    hold(waiting) { _ in fault }
    waiting = []
  }

  // MARK: - Not added

  private mutating func hold(_ candidate: CandidateSession, _ reasons: [BaselineFault]) {
    held.append(KeepingStep.HeldSession(session: candidate.session, reasons: reasons))
  }

  private mutating func hold(
    _ candidates: [CandidateSession], for reason: (CandidateSession) -> BaselineFault
  ) {
    for (index, candidate) in candidates.enumerated() {
      let families = index == 0 && change == nil ? primaries(of: candidate).toldFamilies : []
      hold(
        candidate,
        families.isEmpty
          ? [reason(candidate)]
          : [
            BaselineFault(
              KeepingText.waits,
              [.sessions: candidate.session.id, .measures: families.words])
          ])
    }
  }
}

extension KeepingText {
  /// The sentence about one session.
  fileprivate func fault(of candidate: CandidateSession) -> BaselineFault {
    BaselineFault(self, [.sessions: candidate.session.id])
  }
}

extension [MeasureFamily] {
  fileprivate var words: String { map(\.words).joined(separator: ", ") }
}

extension SessionFindings {
  /// Families beyond their limits of which a change may be told.
  fileprivate var toldFamilies: [MeasureFamily] {
    largerFamilies.filter(ChangeAlert.families.contains)
  }
}

extension RecordedTime {
  /// Whether a session of this time is another observation than one of an earlier time.
  fileprivate func isObservation(after earlier: RecordedTime) -> Bool {
    seconds - earlier.seconds >= ChangeAlert.leastSeconds
  }
}
