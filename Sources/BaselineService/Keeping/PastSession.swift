// A session as a history has it: from its recordings, or from the baseline that kept its values
// when they are gone.

internal import VoiceTypes

/// A session of the past.
struct PastSession {
  /// The session.
  let session: VoiceSession

  /// What its usable recordings were made and measured with.
  let conditions: [RecordingConditions]

  /// The device that recorded it; nil when it was not told.
  let deviceModel: String?

  private let reasons: [Measure: Unavailability]
  private let isKeptAlone: Bool

  /// A session whose recordings are at hand.
  init(
    _ candidate: CandidateSession, of vowels: [MeasuredVowel], judgedBy judge: BaselineValidation
  ) {
    session = candidate.session
    conditions = candidate.conditions
    deviceModel = vowels.compactMap(\.origin.deviceModel).first
    let used = Set(session.used.compactMap(\.sha256))
    let values = vowels.filter { vowel in
      vowel.document.recording.sha256.map(used.contains) ?? false
    }.compactMap(judge.values)
    reasons = ChangeMeasure.all.reduce(into: [:]) { reasons, followed in
      reasons[followed.measure] = values.compactMap { $0[followed.measure].unavailability }.first
    }
    isKeptAlone = false
  }

  /// A session of which a baseline kept the values.
  init(kept session: VoiceSession, in baseline: VocalBaseline) {
    self.session = session
    conditions = session.used.isEmpty ? [] : [baseline.conditions]
    deviceModel = baseline.conditions.deviceModel
    reasons = [:]
    isKeptAlone = true
  }

  /// Why there is no value of a measure.
  func reason(for measure: Measure) -> MissingValue {
    if session.used.isEmpty { return MissingValue(HistoryText.noneUsable) }
    if let reason = reasons[measure] { return MissingValue(reason) }
    return MissingValue(isKeptAlone ? HistoryText.notKept : HistoryText.noneUsable)
  }
}

extension BaselineKeeping {
  /// Every session there is or was, in the order of their times. What a baseline kept stands for
  /// recordings that are no longer at hand.
  func pastSessions(of vowels: [MeasuredVowel]) -> [PastSession] {
    let judge = comparing
    let given = Dictionary(grouping: CandidateSession.inOrder(vowels), by: \.origin.sessionID)
    var past = CandidateSession.all(of: vowels, judgedBy: judge).map { candidate in
      let own = given[candidate.session.id] ?? []
      let hashes = Set(own.compactMap(\.document.recording.sha256))
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
