internal import VoiceTypes

/// Session of a history, from recordings or from a stored baseline.
struct PastSession {
  let session: VoiceSession

  /// Recording conditions of its usable recordings.
  let conditions: [RecordingConditions]

  /// Recording device; nil if unknown.
  let deviceModel: String?

  private let reasons: [Measure: Unavailability]
  private let isKeptAlone: Bool

  /// Creates a session from available recordings.
  init(
    _ candidate: CandidateSession, of vowels: [MeasuredVowel], judgedBy judge: BaselineValidation
  ) {
    session = candidate.session
    conditions = candidate.conditions
    deviceModel = vowels.compactMap(\.origin.deviceModel).first
    let used = Set(session.used.compactMap(\.sha256))
    let values = vowels.filter { vowel in
      vowel.results.recording.sha256.map(used.contains) ?? false
    }.compactMap(judge.values)
    reasons = ChangeMeasure.all.reduce(into: [:]) { reasons, followed in
      reasons[followed.measure] = values.compactMap { $0[followed.measure].unavailability }.first
    }
    isKeptAlone = false
  }

  /// Creates a session from the values of a stored baseline.
  init(kept session: VoiceSession, in baseline: VocalBaseline) {
    self.session = session
    conditions = session.used.isEmpty ? [] : [baseline.conditions]
    deviceModel = baseline.conditions.deviceModel
    reasons = [:]
    isKeptAlone = true
  }

  /// Returns the reason for a missing value of a measure.
  func reason(for measure: Measure) -> MissingValue {
    if session.used.isEmpty { return MissingValue(HistoryText.noneUsable) }
    if let reason = reasons[measure] { return MissingValue(reason) }
    return MissingValue(isKeptAlone ? HistoryText.notKept : HistoryText.noneUsable)
  }
}

extension BaselineUpdatePolicy {
  /// Returns all sessions, past and present, in chronological order. Values from a baseline replace
  /// sessions with deleted recordings.
  func pastSessions(of vowels: [MeasuredVowel]) -> [PastSession] {
    let judge = comparing
    let given = Dictionary(grouping: CandidateSession.inOrder(vowels), by: \.origin.sessionID)
    var past = CandidateSession.all(of: vowels, judgedBy: judge).map { candidate in
      let own = given[candidate.session.id] ?? []
      let hashes = Set(own.compactMap(\.results.recording.sha256))
      let kept = versions.kept(candidate.session.id)
      let isWhole = kept?.session.used.allSatisfy { $0.sha256.map(hashes.contains) ?? false }
      guard let kept, isWhole == false else {
        return PastSession(candidate, of: own, judgedBy: judge)
      }
      return PastSession(kept: kept.session, in: kept.baseline)
    }
    past += versions.keptSessions.filter { given[$0.session.id] == nil }.map {
      PastSession(kept: $0.session, in: $0.baseline)
    }
    return CandidateSession.timedFirst(past) {
      $0.session.recordedAt
    } name: {
      $0.session.id
    }
  }
}
