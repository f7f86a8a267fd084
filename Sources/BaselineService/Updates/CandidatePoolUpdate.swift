// Growth of the candidate pool in chronological order (the article BaselinesByThemselves). A
// session within the personal range is added. A session outside it is deferred until a session at
// least a day later. If that session confirms the change, neither is added: they would hide the
// change. If not, the session is added: excluding it would narrow the personal range.

package import VoiceTypes

/// Candidate session that is not part of the baseline.
package struct DeferredSession: Sendable, Equatable {
  /// Session with the faults of its recordings. A baseline session of the same identifier stays
  /// unchanged, without the newest recordings.
  package let session: VoiceSession

  /// Reasons for the deferral; at least one.
  package let reasons: [BaselineFault]
}

/// Pool under extension.
struct CandidatePoolUpdate {
  /// Pool with the sessions added so far.
  private(set) var pool: CandidatePool

  /// Deferred sessions with reasons.
  private(set) var held: [DeferredSession] = []

  /// Deferred session outside the personal range, followed by later sessions that do not decide yet.
  private var waiting: [CandidateSession] = []

  /// Confirmed change that stops the growth.
  private var change: BaselineFault?

  /// Adds all eligible candidates, which must be in chronological order.
  init(of pool: CandidatePool, with candidates: [CandidateSession]) {
    self.pool = pool
    let newest = candidates.last { $0.session.recordedAt != nil }?.session.id
    for (index, candidate) in candidates.enumerated() where self.pool.isOpen {
      // Of a session after the span, only the newest one has all reasons: the progress names them.
      if waiting.isEmpty, change == nil, candidate.session.id != newest,
        let fault = self.pool.fault(ofSpanUntil: candidate)
      {
        hold(candidate, [fault])
      } else {
        consider(candidate, isNewest: index == candidates.count - 1)
      }
    }
    hold(waiting) { KeepingText.waitsWithAnother.fault(of: $0) }
  }

  private mutating func consider(_ candidate: CandidateSession, isNewest: Bool) {
    guard pool.isOpen else { return }
    if let change { return hold(candidate, [change]) }
    let faults = pool.faults(adding: candidate)
    // A session too late for the pool can still confirm or reject a change.
    let mayDecide = faults.allSatisfy { $0.code == KeepingText.spanTooLong.code }
    if !waiting.isEmpty, mayDecide { return resolve(with: candidate, isNewest: isNewest) }
    guard faults.isEmpty else { return hold(candidate, faults) }
    if isWithinUsualRange(candidate) { pool.add(candidate) } else { waiting = [candidate] }
  }

  // MARK: - Usual range

  private func usual(without candidate: CandidateSession) -> BaselineValues {
    BaselineValues(of: pool.others(than: candidate).map(\.values))
  }

  /// Returns the feature groups beyond their limits if they are several, else those of an alert that
  /// the session raises alone. The alert gives little weight to a change of groups that are
  /// correlated, but such a change must not enter the baseline.
  private func deviating(_ candidate: CandidateSession) -> [FeatureGroup] {
    let usual = usual(without: candidate)
    let larger = SessionChanges(from: usual).larger(in: candidate.session)
    guard larger.count < 2 else { return FeatureGroup.allCases.filter { larger[$0] != nil } }
    return ChangeAlert.raised(by: [ChangeAlert.Session(candidate.session)], since: usual)
      .flatMap(\.families)
  }

  /// Whether the session deviates in no feature group, or a later session of the pool rejects the change.
  private func isWithinUsualRange(_ candidate: CandidateSession) -> Bool {
    guard !deviating(candidate).isEmpty else { return true }
    guard let time = candidate.session.recordedAt else { return false }
    return pool.others(than: candidate).contains { session in
      !session.values.isEmpty && session.recordedAt.map { $0.isObservation(after: time) } ?? false
    }
  }

  // MARK: - Deferral

  /// Judges the deferred sessions again if `candidate` decides whether the change lasts. An
  /// incomplete newest session does not decide.
  private mutating func resolve(with candidate: CandidateSession, isNewest: Bool) {
    let first = waiting[0]
    let families = deviating(first)
    let isComplete = candidate.session.isComplete
    waiting.append(candidate)
    guard isComplete || !isNewest, isObservation(candidate, after: first),
      ChangeMeasure.primaryEndpoints.contains(where: { followed in
        followed.family.map(families.contains) == true
          && candidate.session.values[followed.measure] != nil
      })
    else { return }
    let lasting = confirmed(families, of: first, by: candidate)
    guard lasting.isEmpty else { return stop(because: lasting) }
    let others = waiting.dropFirst()
    waiting = []
    // No session was added in between, so the first deferred session has unchanged findings.
    if pool.faults(adding: first).isEmpty { pool.add(first) }
    for other in others { consider(other, isNewest: isNewest && other == candidate) }
  }

  private func isObservation(_ later: CandidateSession, after first: CandidateSession) -> Bool {
    guard let time = first.session.recordedAt else { return false }
    return later.session.recordedAt.map { $0.isObservation(after: time) } ?? false
  }

  /// Returns the feature groups beyond their limits in both sessions and in the same direction.
  private func confirmed(
    _ families: [FeatureGroup], of first: CandidateSession, by candidate: CandidateSession
  ) -> [FeatureGroup] {
    let before = SessionChanges(from: usual(without: first)).larger(in: first.session)
    let after = SessionChanges(from: usual(without: candidate)).larger(in: candidate.session)
    return families.filter { after[$0] != nil && before[$0] == after[$0] }
  }

  private mutating func stop(because families: [FeatureGroup]) {
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

  // MARK: - Exclusion

  private mutating func hold(_ candidate: CandidateSession, _ reasons: [BaselineFault]) {
    held.append(DeferredSession(session: candidate.session, reasons: reasons))
  }

  private mutating func hold(
    _ candidates: [CandidateSession], for reason: (CandidateSession) -> BaselineFault
  ) {
    for (index, candidate) in candidates.enumerated() {
      let families =
        index == 0 && change == nil ? deviating(candidate) : []
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
  /// Returns the fault for one session.
  fileprivate func fault(of candidate: CandidateSession) -> BaselineFault {
    BaselineFault(self, [.sessions: candidate.session.id])
  }
}

extension [FeatureGroup] {
  fileprivate var words: String { map(\.words).joined(separator: ", ") }
}

extension RecordedTime {
  /// Whether this time is far enough from an earlier one for an independent observation.
  fileprivate func isObservation(after earlier: RecordedTime) -> Bool {
    seconds - earlier.seconds >= ChangeAlert.leastSeconds
  }
}
