internal import VoiceTypes

extension BaselineProgress {
  /// Computes the progress of a baseline from its pool, the deferred sessions and all sessions of
  /// the person.
  init(
    of pool: CandidatePool, held: [DeferredSession], sessions: [CandidateSession],
    _ intervals: FollowUpIntervals
  ) {
    let set = pool.together
    let newest = Self.newest(of: pool.sessions + sessions.map(\.session))
    let status = pool.sessions.isEmpty ? nil : set.status
    self.init(
      status: status, completeSessions: set.complete.count, days: set.completeDays, next: nil,
      vowels: newest?.used.count ?? 0, completeVowels: SessionValues.completeVowels, missing: [],
      nextDue: nil)
    next = Self.next(after: status, sessions: completeSessions, days: days)
    let reasons = held.filter { $0.session.id == newest?.id }.flatMap(\.reasons)
    let ending =
      held.flatMap(\.reasons).first { $0.code == KeepingText.changed.code }
      ?? reasons.first { $0.code == KeepingText.spanTooLong.code }
    let isWaiting = held.flatMap(\.reasons).contains { $0.code == KeepingText.waits.code }
    nextDue = intervals.due(
      after: newest?.recordedAt,
      at: Self.stage(after: status, hasEnded: ending != nil, isWaiting: isWaiting))
    guard status != .established else { return }
    missing = ending.map { [$0] } ?? (reasons + counted)
  }

  private static func stage(
    after status: BaselineStatus?, hasEnded: Bool, isWaiting: Bool
  ) -> FollowUpStage {
    if hasEnded { return .following }
    if isWaiting { return .waiting }
    switch status {
    case nil: return .first
    case .onboarding: return .onboarding
    case .provisional: return .provisional
    case .established: return .following
    }
  }

  /// Returns the latest session. If the pool and `sessions` contain the same session, the later
  /// copy wins unless it has fewer usable vowels.
  private static func newest(of sessions: [VoiceSession]) -> VoiceSession? {
    let timed = sessions.compactMap { session in session.recordedAt.map { ($0.seconds, session) } }
    guard var newest = timed.first else { return sessions.last }
    for next in timed where next.0 >= newest.0 {
      // Deleted recordings still count.
      let isPoorer = next.1.id == newest.1.id && next.1.used.count < newest.1.used.count
      if !isPoorer { newest = next }
    }
    return newest.1
  }

  private static func next(after status: BaselineStatus?, sessions: Int, days: Int) -> Next? {
    let daysLeft = max(0, BaselineRules.leastDays - days)
    switch status {
    case nil: return Next(status: .onboarding, sessions: 1, days: 1)
    case .onboarding:
      return Next(
        status: .provisional, sessions: max(0, BaselineRules.provisionalSessions - sessions),
        days: daysLeft)
    case .provisional:
      return Next(
        status: .established, sessions: BaselineRules.establishedSessions - sessions,
        days: daysLeft)
    case .established: return nil
    }
  }

  /// Missing vowels, sessions and days, with their counts.
  private var counted: [BaselineFault] {
    guard let status else { return [BaselineFault(ProgressText.nothing)] }
    let needed =
      status == .onboarding ? BaselineRules.provisionalSessions : BaselineRules.establishedSessions
    return [
      counted(.vowels, vowels, of: completeVowels),
      counted(.sessions, completeSessions, of: needed),
      counted(.days, days, of: BaselineRules.leastDays),
    ].compactMap { $0 }
  }

  private func counted(_ text: ProgressText, _ found: Int, of needed: Int) -> BaselineFault? {
    guard found < needed else { return nil }
    let allowed: [SentenceParameter: String] =
      text == .sessions ? [.allowed: "\(BaselineRules.mostDays)"] : [:]
    return BaselineFault(
      text,
      allowed.merging([.found: "\(found)", .needed: "\(needed)"]) { first, _ in first })
  }
}
