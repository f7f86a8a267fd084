// Comparison of a session with a baseline version that does not contain it.

internal import VoiceTypes

extension BaselineUpdatePolicy {
  /// The last sessions that a comparison lists: those of the limits of the alert
  /// (Documentation/Change.md). Earlier ones have 7 % of the weight together [E].
  static let listedSessions = 12

  /// Compares a session with the newest version that does not contain it, together with the
  /// sessions since that version. Returns nil without a version or without a vowel of the session.
  ///
  /// A session of a version is compared with the preceding version. A session recorded before the
  /// end of a version is compared with the version of its time. Later sessions that are too long or
  /// have other recording conditions are skipped. If that applies to the session itself, the result
  /// is a refusal with the reasons. All sessions count for the alerts; the findings list the last
  /// `listedSessions`.
  public func comparison(
    of sessionID: String, among vowels: [MeasuredVowel]
  ) -> (version: BaselineVersion, result: BaselineComparison.Result)? {
    let sessions = CandidateSession.all(of: vowels, judgedBy: comparing)
    guard let session = sessions.first(where: { $0.session.id == sessionID }),
      let place = versions.place(for: sessionID, at: session.session.recordedAt)
    else { return nil }
    let version = versions.all[place]
    let others = since(place, among: sessions, until: session)
    let compared = Set(others.map(\.session.id) + [sessionID])
    let result = BaselineComparison(
      with: version.baseline, rule: .mustAgree, minimums: minimums
    ).compare(
      others + [session],
      of: CandidateSession.inOrder(vowels.filter { compared.contains($0.origin.sessionID) }),
      judgedBy: comparing, listing: Self.listedSessions)
    return (version, result)
  }

  /// Validation rules for recordings of a comparison.
  var comparing: BaselineValidation {
    BaselineValidation(
      for: .comparison, minimums: minimums, category: person.category, age: person.age)
  }

  /// Returns the sessions between a version and `last` that can be compared with the version, in the
  /// order of `sessions`.
  func since(
    _ place: Int, among sessions: [CandidateSession], until last: CandidateSession
  ) -> [CandidateSession] {
    guard versions.isSince(place, last.session.id, at: last.session.recordedAt) else { return [] }
    let baseline = versions.all[place].baseline
    return sessions.prefix { $0.session.id != last.session.id }.filter { candidate in
      let session = candidate.session
      return versions.isSince(place, session.id, at: session.recordedAt)
        && baseline.faults(comparing: session, recordedUnder: candidate.conditions).isEmpty
    }
  }
}
