// What a recording means for the person it is of, once its results are stored: their baseline is made or
// extended from all that is stored of them, and the session that the recording belongs to is held against
// the baseline that was there before it. Nothing is asked of a recording but its documents, and all of it
// may be done again with the same result: what is kept already is not kept twice.

package import BaselineService
package import RecordStore
package import VoicePipeline
package import VoiceTypes

/// What came of a look at a person's stored recordings.
package struct PersonNews: Sendable {
  /// The baseline that was kept now; nil where none was made, or the one that counts already stays.
  package var kept: VocalBaseline?

  /// Why there is no baseline; nil where there is one.
  package var rejection: BaselineRejection?

  /// How the session stands to the baseline that it is no part of; nil without one.
  package var comparison: ComparisonDocument?

  /// The recordings of the person that were looked at.
  package internal(set) var vowels = StoredVowels()

  /// The alerts that were raised and were not there before.
  package var newAlerts: [PersonAlert] = []
}

/// Follows people whose recordings are stored.
package struct PersonFollowUp: Sendable {
  /// As many sessions of a person are looked at after each of their recordings, the newest [E].
  private static let mostSessions = 300

  /// Others may keep a baseline of the same person at the same time, as often as they record [E].
  private static let mostTries = 20

  private let store: any SessionStore
  private let minimums: [RecordingMinimum]
  private let environment: RunEnvironment
  private let intervals: FollowUpIntervals

  package init(
    in store: any SessionStore, minimums: [RecordingMinimum], environment: RunEnvironment,
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) {
    (self.store, self.minimums, self.environment) = (store, minimums, environment)
    self.intervals = intervals
  }

  /// What comes of all that is stored of a person.
  ///
  /// - Parameters:
  ///   - session: The store's session of the recording that was filed; nil to look at the baseline alone.
  ///   - rule: Whether a baseline is kept, or recordings only held against the one that is.
  ///   - reason: Why a baseline is kept, for the audit log.
  package func look(
    at person: Person, after session: SessionID?, _ rule: BaselineRule, reason: String
  ) throws(StoreError) -> PersonNews {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(
      of: user, newest: Self.mostSessions, device: person.profile.deviceModel)
    var news = PersonNews()
    news.vowels = vowels
    if rule == .made { try keepBaseline(of: person, user, vowels, reason, &news) }
    guard let session, let own = vowels.all.last(where: { $0.session == session }) else {
      return news
    }
    news.comparison = try comparison(of: own, of: person, user, among: vowels.held)
    if let findings = news.comparison?.findings {
      news.newAlerts = try store.raise(findings.alertsToRaise, by: session, for: user)
    }
    return news
  }

  /// How the newest session of a person stands to the newest baseline that it is no part of; nil where
  /// there is none. Nothing is kept.
  package func newestComparison(of person: Person) throws(StoreError) -> ComparisonDocument? {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(of: user, device: person.profile.deviceModel)
    guard let newest = vowels.newest else { return nil }
    return try comparison(of: newest, of: person, user, among: vowels.held)
  }

  /// The sessions of a person over time.
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

  /// Keeps what the vowels make of the baseline, unless somebody else kept another one meanwhile; then
  /// it is made anew from that.
  private func keepBaseline(
    of person: Person, _ user: UserHash, _ vowels: StoredVowels, _ reason: String,
    _ news: inout PersonNews
  ) throws(StoreError) {
    guard let provenance = vowels.held.last?.document.provenance else { return }
    for _ in 1...Self.mostTries {
      let kept = try store.baselines(for: user)
      let step = keeping(for: person, kept.compactMap(BaselineVersion.init)).step(
        with: vowels.held, amended: vowels.amended)
      try store.keep(step.progress.json, as: .progress, of: user)
      switch step.outcome {
      case .unchanged: return
      case .rejected(let rejection):
        news.rejection = rejection
        return
      case .accepted(let baseline):
        var document = BaselineDocument(
          outcome: .accepted(baseline), notes: step.notes, provenance: provenance,
          run: BaselineRun(
            baselineID: environment.newID(), establishedAt: environment.timestamp()))
        document.progress = step.progress
        let isKept = try store.keep(
          document.json, for: user, inPlaceOf: kept.last, reason: reason)
        guard isKept == nil else {
          news.kept = baseline
          return
        }
      }
    }
    throw .unusable("too many programs update the baseline of a person at once")
  }

  /// How the session of a recording stands to the newest baseline that it is no part of.
  private func comparison(
    of own: StoredVowel, of person: Person, _ user: UserHash, among vowels: [MeasuredVowel]
  ) throws(StoreError) -> ComparisonDocument? {
    let origin = own.measured.origin
    guard !origin.isReading else { return nil }
    let versions = try store.baselines(for: user).compactMap(BaselineVersion.init)
    guard
      let (version, result) = keeping(for: person, versions).comparison(
        of: origin.sessionID, among: vowels)
    else { return nil }
    return ComparisonDocument(
      baseline: BaselineReference(version.stored, sha256: version.sha256),
      differences: result.differences, rule: .mustAgree, outcome: result.outcome,
      notes: result.notes, provenance: own.measured.document.provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
  }
}

extension BaselineVersion {
  /// A baseline as the store has it; nil for one that cannot be used.
  package init?(_ kept: KeptBaseline) {
    guard let stored = try? StoredBaseline(json: kept.baseline) else { return nil }
    self.init(stored: stored, sha256: kept.sha256)
  }
}

extension ComparisonFindings {
  /// The alerts of sessions that have all their vowels, or that another one follows. The vowels of a
  /// session come one by one: one that is told of after each has three chances to be beyond its limit.
  fileprivate var alertsToRaise: [Alert] {
    let ended = sessions.enumerated().filter { place, compared in
      compared.session.used.count >= SessionValues.completeVowels || place < sessions.count - 1
    }
    let names = Set(ended.map(\.element.session.id))
    return alerts.filter { names.contains($0.sessionID) }
  }
}

extension BaselinePerson {
  /// The person as a baseline names them.
  init(of person: Person) {
    self.init(person.profile, demographic: VoiceDemographic(of: person.profile))
  }
}
