// Follow-up of a person after a recording: the baseline is created or extended from all stored
// results, and the session is compared with the baseline before it. It needs stored documents only,
// and a repetition gives the same result.

package import BaselineService
package import RecordStore
internal import Synchronization
package import VoicePipeline
package import VoiceTypes

/// The result of a follow-up.
package struct PersonUpdate: Sendable {
  /// The new baseline; nil if none was made or the present one stays.
  package var kept: VocalBaseline?

  /// Why there is no baseline; nil if there is one.
  package var rejection: BaselineRejection?

  /// Sessions outside the baseline, with reasons.
  package var deferred: [DeferredSession] = []

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
  private let cache: FollowUpCache

  /// - Parameter cache: Decoded values that several follow-ups share.
  package init(
    in store: RecordStore, minimums: [RecordingMinimum], environment: RunEnvironment,
    intervals: FollowUpIntervals = FollowUpIntervals(), cache: FollowUpCache = FollowUpCache()
  ) {
    (self.store, self.minimums, self.environment) = (store, minimums, environment)
    (self.intervals, self.cache) = (intervals, cache)
  }

  /// Updates the baseline and compares a session.
  /// - Parameters:
  /// - session: The session of the recording; nil for the baseline alone.
  /// - rule: Whether the baseline is updated.
  /// - reason: The reason of an update for the audit log.
  package func update(
    _ person: Person, after session: SessionID?, _ rule: BaselineRule, reason: String
  ) throws(StoreError) -> PersonUpdate {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(
      of: user, newest: Self.mostSessions, device: person.profile.deviceModel, cache)
    var news = PersonUpdate()
    news.vowels = vowels
    var baselines = try cache.baselines(of: user, in: store)
    if rule == .made { try saveBaseline(of: person, user, vowels, reason, &news, &baselines) }
    guard let session, let own = vowels.all.last(where: { $0.session == session }) else {
      return news
    }
    let compared = try comparison(of: own, of: person, baselines, among: vowels.held)
    news.comparison = compared?.document
    for alert in compared?.alerts ?? [] {
      // A recording can raise the alert of an earlier session that was analysed at the same time.
      let last = vowels.all.last { $0.measured.origin.sessionID == alert.sessionID }
      news.newAlerts += try store.raise([alert], by: last?.session ?? session, for: user)
    }
    return news
  }

  /// The comparison of the newest session with the newest baseline without it; nil if there is
  /// none. Stores nothing.
  /// - Parameter session: A recording that the newest session must contain; nil for any.
  package func newestComparison(
    of person: Person, containing session: SessionID? = nil
  ) throws(StoreError) -> ComparisonDocument? {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(of: user, device: person.profile.deviceModel, cache)
    guard let newest = vowels.newest else { return nil }
    if let session {
      let own = vowels.all.last { $0.session == session }
      guard own?.measured.origin.sessionID == newest.measured.origin.sessionID else { return nil }
    }
    return try comparison(
      of: newest, of: person, cache.baselines(of: user, in: store), among: vowels.held)?.document
  }

  package func history(of person: Person) throws(StoreError) -> VoiceHistory {
    let user = store.userHash(of: person.profile.userID)
    let vowels = try store.vowels(of: user, device: person.profile.deviceModel, cache).held
    return policy(for: person, try cache.baselines(of: user, in: store)).history(of: vowels)
  }

  private func policy(for person: Person, _ baselines: DecodedBaselines) -> BaselineUpdatePolicy {
    BaselineUpdatePolicy(
      of: BaselinePerson(of: person), versions: baselines.versions, minimums: minimums,
      intervals: intervals)
  }

  /// Stores the updated baseline. If another program stored one meanwhile, the update is repeated.
  private func saveBaseline(
    of person: Person, _ user: UserHash, _ vowels: StoredVowels, _ reason: String,
    _ news: inout PersonUpdate, _ baselines: inout DecodedBaselines
  ) throws(StoreError) {
    guard let last = vowels.lastHeld else { return }
    for _ in 1...Self.mostTries {
      let step = policy(for: person, baselines).step(with: vowels.held, amended: vowels.amended)
      try store.save(step.progress.json, as: .progress, of: user)
      news.deferred = step.deferred
      switch step.outcome {
      case .unchanged: return
      case .rejected(let rejection):
        news.rejection = rejection
        return
      case .accepted(let baseline):
        guard let provenance = try store.document(of: last)?.provenance else { return }
        var document = BaselineDocument(
          outcome: .accepted(baseline), notes: step.notes, provenance: provenance,
          run: BaselineRun(baselineID: environment.newID(), establishedAt: environment.timestamp()))
        document.progress = step.progress
        let stored = try store.save(
          document.json, for: user, inPlaceOf: baselines.last, reason: reason)
        baselines = try cache.baselines(of: user, in: store)
        if stored != nil {
          news.kept = baseline
          return
        }
      }
    }
    throw .unusable("too many programs update the baseline of a person at once")
  }

  /// The comparison of a session with the newest baseline without it, and the alerts to raise.
  private func comparison(
    of own: StoredVowel, of person: Person, _ baselines: DecodedBaselines,
    among vowels: [MeasuredVowel]
  ) throws(StoreError) -> (document: ComparisonDocument, alerts: [ComparisonFindings.Alert])? {
    let origin = own.measured.origin
    guard !origin.isOfOtherTask,
      let (version, result) = policy(for: person, baselines).comparison(
        of: origin.sessionID, among: vowels),
      let provenance = try store.document(of: own)?.provenance
    else { return nil }
    let document = ComparisonDocument(
      baseline: BaselineReference(version.stored, sha256: version.sha256),
      differences: result.differences, rule: .mustAgree, outcome: result.outcome,
      notes: result.notes, provenance: provenance,
      run: ComparisonRun(comparisonID: environment.newID(), comparedAt: environment.timestamp()))
    return (document, result.alerts)
  }
}

extension BaselineVersion {
  /// A stored baseline; nil for one that cannot be parsed.
  package init?(_ kept: BaselineRecord) {
    guard let stored = try? StoredBaseline(json: kept.content) else { return nil }
    self.init(stored: stored, sha256: kept.sha256)
  }
}

extension BaselinePerson {
  init(of person: Person) {
    self.init(person.profile, demographic: VoiceDemographic(of: person.profile))
  }
}

// Decoded values of the people of the last follow-ups. The recordings of a visit follow each other, and each follow-up reads
// all sessions of the person. Entries are compared with the stored rows, so a change by another program is read.

/// Baselines of a person, oldest first.
struct DecodedBaselines: Sendable {
  /// The current record; nil without one.
  var last: BaselineRecord?

  /// The readable versions.
  var versions: [BaselineVersion] = []

  mutating func append(_ record: BaselineRecord) {
    last = record
    if let version = BaselineVersion(record) { versions.append(version) }
  }
}

/// Decoded values of the people of the last follow-ups.
package final class FollowUpCache: Sendable {
  /// Values of a session with their stored bytes.
  struct DecodedRecording: Sendable {
    let bytes: [UInt8]
    let recording: FollowUpRecording
  }

  /// Decoded values of one person.
  struct Entry: Sendable {
    var baselines = DecodedBaselines()
    var recordings: [SessionID: DecodedRecording] = [:]
  }

  /// The maximum number of people [E]: 5 MB for 300 sessions each.
  private static let mostPeople = 4

  private let entries = Mutex<[UserHash: Entry]>([:])

  package init() {}

  /// The entry of a person. Empty without a recent follow-up.
  subscript(user: UserHash) -> Entry {
    get { entries.withLock { $0[user] ?? Entry() } }
    set {
      entries.withLock { entries in
        if entries[user] == nil, entries.count >= Self.mostPeople { entries = [:] }
        entries[user] = newValue
      }
    }
  }

  /// All baselines of a person. Versions never change, so only those after the last decoded one are read.
  func baselines(of user: UserHash, in store: RecordStore) throws(StoreError) -> DecodedBaselines {
    var known = self[user].baselines
    var records = try store.baselines(for: user, from: known.last?.number ?? 0)
    if let last = known.last {
      if records.first == last {
        records.removeFirst()
      } else {
        known = DecodedBaselines()
        records = try store.baselines(for: user)
      }
    }
    for record in records { known.append(record) }
    self[user].baselines = known
    return known
  }
}
