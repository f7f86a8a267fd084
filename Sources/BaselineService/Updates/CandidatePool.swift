// Candidate pool of a baseline. It is always a valid baseline or empty: invalid sessions are not
// added.

internal import VoiceTypes

struct CandidatePool {
  /// Sessions in chronological order.
  private(set) var sessions: [VoiceSession]

  private var conditions: [RecordingConditions]

  /// Creates a pool from a baseline; nil gives an empty pool.
  init(of baseline: VocalBaseline?) {
    sessions = baseline?.sessions ?? []
    conditions = [baseline?.conditions].compactMap { $0 }
  }

  /// Returns the pool without some sessions. Its recording conditions remain as long as a session
  /// is left.
  func without(_ ids: Set<String>) -> CandidatePool {
    var pool = self
    pool.sessions.removeAll { ids.contains($0.id) }
    return pool.sessions.isEmpty ? CandidatePool(of: nil) : pool
  }

  /// Sessions with their recording conditions.
  var together: SessionSet { SessionSet(sessions: sessions, conditions: conditions) }

  /// Whether further sessions can be added. An established baseline is closed: more sessions add
  /// little, and the usual variation should stay stable.
  var isOpen: Bool { together.status != .established }

  /// Returns the reasons why a session cannot be added, ignoring its former version; empty if it
  /// can.
  func faults(adding candidate: CandidateSession) -> [BaselineFault] {
    let alone = SessionSet(sessions: [candidate.session], conditions: candidate.conditions)
    guard !candidate.session.used.isEmpty else { return alone.faults }
    let differences = differences(of: candidate)
    guard differences.isEmpty else { return differences }
    let others = others(than: candidate)
    let enlarged = SessionSet(
      sessions: Self.inOrder(others + [candidate.session]),
      conditions: conditions + candidate.conditions)
    return enlarged.faultsButSpan + Self.span(of: enlarged) + voices(of: candidate, among: others)
  }

  /// Returns the fault of a session that is too late for the time span of the pool; nil for another
  /// session.
  func fault(ofSpanUntil candidate: CandidateSession) -> BaselineFault? {
    let others = SessionSet(sessions: others(than: candidate), conditions: [])
    guard let first = others.firstDay, let day = candidate.session.recordedAt?.day,
      !candidate.session.used.isEmpty
    else { return nil }
    return Self.span(day - first)
  }

  /// Adds a session or replaces its former version.
  mutating func add(_ candidate: CandidateSession) {
    sessions = Self.inOrder(others(than: candidate) + [candidate.session])
    for condition in candidate.conditions where !conditions.contains(condition) {
      conditions.append(condition)
    }
  }

  /// Returns the sessions except the former version of `candidate`.
  func others(than candidate: CandidateSession) -> [VoiceSession] {
    sessions.filter { $0.id != candidate.session.id }
  }

  // MARK: - Faults

  private func differences(of candidate: CandidateSession) -> [BaselineFault] {
    guard let common = together.commonConditions else { return [] }
    var faults: [BaselineFault] = []
    for difference in candidate.conditions.flatMap({ common.differences(from: $0) }) {
      let fault = difference.fault(.ofSession)
      if !faults.contains(fault) { faults.append(fault) }
    }
    return faults
  }

  private static func span(of set: SessionSet) -> [BaselineFault] {
    [set.spannedDays.flatMap(span)].compactMap { $0 }
  }

  private static func span(_ days: Int64) -> BaselineFault? {
    guard days > BaselineRules.mostDays else { return nil }
    return BaselineFault(
      KeepingText.spanTooLong, [.found: "\(days)", .allowed: "\(BaselineRules.mostDays)"])
  }

  /// F0 gaps among existing sessions were accepted by the user, so only a pool without gaps is
  /// checked.
  private func voices(
    of candidate: CandidateSession, among others: [VoiceSession]
  ) -> [BaselineFault] {
    let kept = others.compactMap(\.voice)
    guard SpeakerMismatch(among: kept) == nil else { return [] }
    return [SpeakerMismatch(among: kept + candidate.voices)?.faultInStore].compactMap { $0 }
  }

  private static func inOrder(_ sessions: [VoiceSession]) -> [VoiceSession] {
    SessionGrouping.inOrder(sessions) { $0.recordedAt }
  }
}
