// Comparison of a session with a baseline version that does not contain it.

internal import VoiceTypes

extension BaselineUpdatePolicy {
  /// Compares a session with the newest version that does not contain it, together with the
  /// sessions since that version. Returns nil without a version or without a vowel of the session.
  ///
  /// A session of a version is compared with the preceding version. A session recorded before the
  /// end of a version is compared with the version of its time. Later sessions with other recording
  /// conditions are skipped. If the session itself has other conditions, the result is a refusal
  /// with the differences.
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
    ).compare(CandidateSession.inOrder(vowels.filter { compared.contains($0.origin.sessionID) }))
    return (version, result)
  }

  /// Validation rules for recordings of a comparison.
  var comparing: BaselineValidation {
    BaselineValidation(
      for: .comparison, minimums: minimums, category: person.category, age: person.age)
  }

  /// Returns the sessions between a version and `last` with the conditions of the version, in the
  /// order of `sessions`.
  func since(
    _ place: Int, among sessions: [CandidateSession], until last: CandidateSession
  ) -> [CandidateSession] {
    guard versions.isSince(place, last.session.id, at: last.session.recordedAt) else { return [] }
    let common = versions.all[place].baseline.conditions
    return sessions.prefix { $0.session.id != last.session.id }.filter { session in
      versions.isSince(place, session.session.id, at: session.session.recordedAt)
        && session.conditions.flatMap(common.differences).isEmpty
    }
  }
}
