// The sessions of a baseline in the making. It is a baseline at every moment: what would make it
// none is not added.

internal import VoiceTypes

/// Sessions that are a baseline, or nothing yet.
struct SessionPool {
  /// The sessions, in the order of their times.
  private(set) var sessions: [VoiceSession]

  private var conditions: [RecordingConditions]

  /// The sessions of a baseline; none of nil.
  init(of baseline: VocalBaseline?) {
    sessions = baseline?.sessions ?? []
    conditions = [baseline?.conditions].compactMap { $0 }
  }

  /// The pool without sessions; what it was recorded with counts as long as one of them is left.
  func without(_ ids: Set<String>) -> SessionPool {
    var pool = self
    pool.sessions.removeAll { ids.contains($0.id) }
    return pool.sessions.isEmpty ? SessionPool(of: nil) : pool
  }

  /// The sessions taken together.
  var together: SessionSet { SessionSet(sessions: sessions, conditions: conditions) }

  /// Whether it takes up further sessions: more than are there would add little, and what usual
  /// variation is should not move with every day.
  var isOpen: Bool { together.status != .established }

  /// Why a session cannot be part of it; none if it can. A former state of the session counts for
  /// nothing.
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

  /// Adds a session, in the place of its former state if there is one.
  mutating func add(_ candidate: CandidateSession) {
    sessions = Self.inOrder(others(than: candidate) + [candidate.session])
    for condition in candidate.conditions where !conditions.contains(condition) {
      conditions.append(condition)
    }
  }

  /// The sessions but for a former state of this one.
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
    guard let days = set.spannedDays, days > BaselineRules.mostDays else { return [] }
    return [
      BaselineFault(
        KeepingText.spanTooLong,
        [.found: "\(days)", .allowed: "\(BaselineRules.mostDays)"])
    ]
  }

  /// Where the sessions that are there lie apart, somebody said that all are of one person.
  private func voices(
    of candidate: CandidateSession, among others: [VoiceSession]
  ) -> [BaselineFault] {
    let kept = others.compactMap(\.voice)
    guard ApartVoices(among: kept) == nil else { return [] }
    return [ApartVoices(among: kept + candidate.voices)?.fault].compactMap { $0 }
  }

  private static func inOrder(_ sessions: [VoiceSession]) -> [VoiceSession] {
    SessionGrouping.inOrder(sessions) { $0.recordedAt }
  }
}
