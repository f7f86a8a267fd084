// The baseline of a visit, the comparison of a follow-up session, and the permission of the next
// one.

internal import BaselineService
package import Onboarding
internal import RecordStore
internal import VoiceTypes

/// The next follow-up session of a person.
package struct FollowUpOffer: Sendable {
  /// Whether it may begin now.
  package let permission: FollowUpPermission

  /// Its first day, `YYYY-MM-DD`; nil without a recording time.
  package let day: String?
}

extension JourneyRun {
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

  /// Creates a baseline from the vowels of a round.
  func baseline(after vowels: [String]) throws(JourneyFault) -> FlowEventKind {
    let (store, environment, minimums) = (parts.store, parts.environment, parts.minimums)
    let person = try person()
    let user = store.userHash(of: person.profile.userID)
    let follow = PersonFollowUp(in: store, minimums: minimums, environment: environment)
    let news = try stored(follow.update(person, after: nil, .made, reason: "onboarding"))
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
    let follow = PersonFollowUp(
      in: store, minimums: parts.minimums, environment: parts.environment)
    let recording = vowels.last ?? ""
    let news = try stored(
      follow.update(person, after: SessionID(recording), .made, reason: "follow-up"))
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
