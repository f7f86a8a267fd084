// How a session stands to a baseline that it is no part of: a voice that is held against itself has
// not changed.

internal import VoiceTypes

extension BaselineKeeping {
  /// How a session stands to the newest version that it is no part of, among the sessions since;
  /// nil without one, or without a vowel of the session.
  ///
  /// A session that became part of a version is held against the one before it; one that was
  /// recorded before a version had ended against the one of its time. Sessions in between that were
  /// recorded or measured in another way say nothing and are left out; of the session itself the
  /// difference is told, and it is not compared.
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

  /// The judge of recordings that are held against a baseline.
  var comparing: BaselineValidation {
    BaselineValidation(
      for: .comparison, minimums: minimums, category: person.category, age: person.age)
  }

  /// The sessions since a version, recorded and measured in the same way, before another one; they
  /// stand in the order of their times, as `sessions` do.
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
