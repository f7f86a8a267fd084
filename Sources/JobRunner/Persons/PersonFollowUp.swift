// Follow-up of a person after a recording: the baseline is created or extended from all stored
// results, and the session is compared with the baseline before it. It needs stored documents only,
// and a repetition gives the same result.

package import BaselineService
package import RecordStore
package import VoicePipeline
package import VoiceTypes

/// The result of a follow-up.
package struct PersonUpdate: Sendable {
  /// The new baseline; nil if none was made or the present one stays.
  package var kept: VocalBaseline?

  /// Why there is no baseline; nil if there is one.
  package var rejection: BaselineRejection?

  /// The comparison with the newest baseline without the session; nil without one.
  package var comparison: ComparisonDocument?

  /// The recordings of the person.
  package internal(set) var vowels = StoredVowels()

  package var newAlerts: [PersonAlert] = []
}

/// Follows up people after their recordings.
package struct PersonFollowUp: Sendable {
  /// The newest sessions that a follow-up reads [E].
  private static let mostSessions = 300

  /// Retries while other programs update the same baseline [E].
  private static let mostTries = 20

  private let store: RecordStore
  private let minimums: [RecordingMinimum]
  private let environment: RunEnvironment
  private let intervals: FollowUpIntervals

  package init(
    in store: RecordStore, minimums: [RecordingMinimum], environment: RunEnvironment,
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) {
    (self.store, self.minimums, self.environment) = (store, minimums, environment)
    self.intervals = intervals
  }

  /// Updates the baseline and compares a session.
  /// - Parameters:
  /// - session: The session of the recording; nil for the baseline alone.
  /// - rule: Whether the baseline is updated.
  /// - reason: The reason of an update for the audit log.
  package func look(
    at person: Person, after session: SessionID?, _ rule: BaselineRule, reason: String
  ) throws(StoreError) -> PersonUpdate {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(
      of: user, newest: Self.mostSessions, device: person.profile.deviceModel)
    var news = PersonUpdate()
    news.vowels = vowels
    if rule == .made { try saveBaseline(of: person, user, vowels, reason, &news) }
    guard let session, let own = vowels.all.last(where: { $0.session == session }) else {
      return news
    }
    news.comparison = try comparison(of: own, of: person, user, among: vowels.held)
    if let findings = news.comparison?.findings {
      news.newAlerts = try store.raise(findings.alertsToRaise, by: session, for: user)
    }
    return news
  }

  /// The comparison of the newest session with the newest baseline without it; nil if there is
  /// none. Stores nothing.
  package func newestComparison(of person: Person) throws(StoreError) -> ComparisonDocument? {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(of: user, device: person.profile.deviceModel)
    guard let newest = vowels.newest else { return nil }
    return try comparison(of: newest, of: person, user, among: vowels.held)
  }

  package func history(of person: Person) throws(StoreError) -> VoiceHistory {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(of: user, device: person.profile.deviceModel).held
    let versions = try store.baselines(for: user).compactMap(BaselineVersion.init)
    return keeping(for: person, versions).history(of: vowels)
  }

  private func keeping(for person: Person, _ versions: [BaselineVersion]) -> BaselineUpdatePolicy {
    BaselineUpdatePolicy(
      of: BaselinePerson(of: person), versions: versions, minimums: minimums,
      intervals: intervals)
  }

  /// Stores the updated baseline. If another program stored one meanwhile, the update is repeated.
  private func saveBaseline(
    of person: Person, _ user: UserHash, _ vowels: StoredVowels, _ reason: String,
    _ news: inout PersonUpdate
  ) throws(StoreError) {
    guard let last = vowels.lastHeld else { return }
    for _ in 1...Self.mostTries {
      let kept = try store.baselines(for: user)
      let step = keeping(for: person, kept.compactMap(BaselineVersion.init)).step(
        with: vowels.held, amended: vowels.amended)
      try store.save(step.progress.json, as: .progress, of: user)
      switch step.outcome {
      case .unchanged: return
      case .rejected(let rejection):
        news.rejection = rejection
        return
      case .accepted(let baseline):
        guard let provenance = try store.document(of: last)?.provenance else { return }
        var document = BaselineDocument(
          outcome: .accepted(baseline), notes: step.notes, provenance: provenance,
          run: BaselineRun(
            baselineID: environment.newID(), establishedAt: environment.timestamp()))
        document.progress = step.progress
        let isKept = try store.save(
          document.json, for: user, inPlaceOf: kept.last, reason: reason)
        guard isKept == nil else {
          news.kept = baseline
          return
        }
      }
    }
    throw .unusable("too many programs update the baseline of a person at once")
  }

  /// The comparison of a session with the newest baseline without it.
  private func comparison(
    of own: StoredVowel, of person: Person, _ user: UserHash, among vowels: [MeasuredVowel]
  ) throws(StoreError) -> ComparisonDocument? {
    let origin = own.measured.origin
    guard !origin.isReading else { return nil }
    let versions = try store.baselines(for: user).compactMap(BaselineVersion.init)
    guard
      let (version, result) = keeping(for: person, versions).comparison(
        of: origin.sessionID, among: vowels),
      let provenance = try store.document(of: own)?.provenance
    else { return nil }
    return ComparisonDocument(
      baseline: BaselineReference(version.stored, sha256: version.sha256),
      differences: result.differences, rule: .mustAgree, outcome: result.outcome,
      notes: result.notes, provenance: provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
  }
}

extension BaselineVersion {
  /// A stored baseline; nil for one that cannot be parsed.
  package init?(_ kept: BaselineRecord) {
    guard let stored = try? StoredBaseline(json: kept.baseline) else { return nil }
    self.init(stored: stored, sha256: kept.sha256)
  }
}

extension ComparisonFindings {
  /// The alerts of complete sessions and of those before the last. An alert per vowel would have
  /// three chances to exceed its limit.
  fileprivate var alertsToRaise: [Alert] {
    let ended = sessions.enumerated().filter { place, compared in
      compared.session.used.count >= SessionValues.completeVowels || place < sessions.count - 1
    }
    let names = Set(ended.map(\.element.session.id))
    return alerts.filter { names.contains($0.sessionID) }
  }
}

extension BaselinePerson {
  init(of person: Person) {
    self.init(person.profile, demographic: VoiceDemographic(of: person.profile))
  }
}
