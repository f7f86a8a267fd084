// Baseline update policy (the article BaselinesByThemselves). The input is all stored data of the
// person. The result does not depend on the order of the recordings. Updates are idempotent:
// storing an accepted version makes the next result `unchanged`.

public import VoiceTypes

/// Baseline update policy for one person.
public struct BaselineUpdatePolicy: Sendable {
  let person: BaselinePerson
  let versions: BaselineVersions
  let minimums: [RecordingMinimum]
  private let context: String
  private let intervals: FollowUpIntervals

  /// Creates a policy for the stored `versions`, oldest first; the last one is current.
  /// - Parameters:
  ///   - minimums: Minimum recording requirements of the limits in use.
  ///   - intervals: Days between sessions.
  public init(
    of person: BaselinePerson, context: String = BaselineEstablishment.usualContext,
    versions: [BaselineVersion], minimums: [RecordingMinimum],
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) {
    self.person = person
    self.context = context
    self.intervals = intervals
    self.versions = BaselineVersions(versions)
    self.minimums = minimums
  }

  /// Computes the next state of the baseline from all stored vowels of the person.
  /// - Parameter amended: SHA-256 of recordings with a corrected person or corrected metadata.
  ///   Sessions of the baseline that depend on them are judged again.
  public func step(
    with vowels: [MeasuredVowel], amended: Set<String> = []
  ) -> BaselineUpdate {
    let newest = versions.newest
    guard newest.map({ $0.baseline.person.userID == person.userID }) ?? true else {
      return rejected([], because: [BaselineFault(BaselineText.anotherPerson)])
    }
    let judged = judged(vowels, amended: amended)
    let growth = judged.growth
    guard !growth.pool.sessions.isEmpty else {
      let reasons = judged.candidates.contains { !$0.session.used.isEmpty } ? growth.held : []
      return rejected(
        judged.sessions,
        because: reasons.isEmpty
          ? SessionSet(sessions: judged.candidates.map(\.session), conditions: []).faults
          : reasons.flatMap(\.reasons).withoutRepeats, held: growth.held)
    }
    let isSame = growth.pool.sessions == CandidatePool(of: newest?.baseline).sessions
    return step(to: isSame ? nil : baseline(of: growth.pool), judged)
  }

  /// All sessions of a person, the candidates among them, and the pool extended by these.
  struct Judged {
    let sessions: [CandidateSession]
    let candidates: [CandidateSession]
    let growth: CandidatePoolUpdate
    let notes: [String]
  }

  /// Extends the pool of the newest version with the sessions of `vowels`.
  func judged(_ vowels: [MeasuredVowel], amended: Set<String>) -> Judged {
    let vowels = vowels.filter { !versions.isElsewhere($0) }
    let sessions = CandidateSession.all(of: vowels, judgedBy: validation)
    let renewed = sessionsToReevaluate(among: sessions, amended)
    let former = CandidatePool(of: versions.newest?.baseline)
    let pool = renewed.isEmpty ? former : former.without(renewed)
    let (candidates, notes) =
      pool.isOpen ? candidates(among: sessions, vowels, renewed) : ([], Self.notes(on: renewed))
    return Judged(
      sessions: sessions, candidates: candidates, growth: Self.growth(of: pool, with: candidates),
      notes: notes)
  }

  /// Repeats the growth until no session is added: a new session may make an earlier one eligible.
  private static func growth(
    of pool: CandidatePool, with candidates: [CandidateSession]
  ) -> CandidatePoolUpdate {
    var growth = CandidatePoolUpdate(of: pool, with: candidates)
    var former = pool.sessions
    while growth.pool.sessions != former, growth.pool.isOpen {
      former = growth.pool.sessions
      growth = CandidatePoolUpdate(
        of: growth.pool, with: candidates.filter { !former.contains($0.session) })
    }
    return growth
  }

  /// Validation rules for recordings of a baseline.
  var validation: BaselineValidation {
    BaselineValidation(
      for: .baseline, minimums: minimums, category: person.category, age: person.age)
  }

  // MARK: - Candidates

  /// Returns the sessions that may be added, with all their recordings, and notes on skipped
  /// sessions.
  private func candidates(
    among sessions: [CandidateSession], _ vowels: [MeasuredVowel], _ renewed: Set<String>
  ) -> (candidates: [CandidateSession], notes: [String]) {
    let given = Set(vowels.compactMap(\.results.recording.sha256))
    var notes = Self.notes(on: renewed)
    let candidates = sessions.filter { candidate in
      let id = candidate.session.id
      if renewed.contains(id) { return true }
      guard let former = versions.newestSession(id) else {
        return versions.mayAdd(candidate.session)
      }
      guard candidate.session.used.contains(where: { !versions.newestHolds($0) }) else {
        return false
      }
      let counted = former.recordings.filter { $0.use != .unusable }
      let isWhole = counted.allSatisfy { $0.sha256.map(given.contains) ?? false }
      if !isWhole {
        notes.append(TextCatalogue.comparisons.filled("note.earlier_values", ["session": id]))
      }
      return isWhole && candidate.session.used.count >= former.used.count
    }
    return (candidates, notes)
  }

  // MARK: - Results

  private func baseline(of pool: CandidatePool) -> VocalBaseline? {
    let set = pool.together
    return set.commonConditions.map { conditions in
      VocalBaseline(
        status: set.status, person: person, context: context, conditions: conditions,
        sessions: set.sessions, parent: versions.newest?.parent)
    }
  }

  private func step(to baseline: VocalBaseline?, _ judged: Judged) -> BaselineUpdate {
    let (pool, held) = (judged.growth.pool, judged.growth.held)
    return BaselineUpdate(
      outcome: baseline.map { .accepted($0) } ?? .unchanged,
      notes: (baseline.map { pool.together.notes + $0.notesOnMissingFamilies } ?? [])
        + judged.notes,
      progress: BaselineProgress(of: pool, held: held, sessions: judged.sessions, intervals),
      deferred: held)
  }

  private func rejected(
    _ sessions: [CandidateSession], because reasons: [BaselineFault],
    held: [DeferredSession] = []
  ) -> BaselineUpdate {
    BaselineUpdate(
      outcome: .rejected(
        BaselineRejection(
          person: person, context: context, sessions: sessions.map(\.session), reasons: reasons)),
      notes: [],
      progress: BaselineProgress(
        of: CandidatePool(of: nil), held: held, sessions: sessions, intervals), deferred: held)
  }
}

extension [BaselineFault] {
  /// Elements without duplicates, in order of first occurrence.
  var withoutRepeats: [BaselineFault] {
    reduce(into: []) { kept, fault in if !kept.contains(fault) { kept.append(fault) } }
  }
}
