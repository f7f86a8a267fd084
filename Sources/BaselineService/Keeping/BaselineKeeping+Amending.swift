// What an amendment leaves of a baseline. A recording that was deleted counts for as long as the baseline
// does; one of which it was told later that it is somebody else's, or that it was told wrongly, does not.

internal import VoiceTypes

extension BaselineKeeping {
  /// The sessions of the newest version that rest on what was put right since.
  func renewedSessions(
    among sessions: [CandidateSession], _ amended: Set<String>
  ) -> Set<String> {
    guard !amended.isEmpty, let newest = versions.newest else { return [] }
    let given = Dictionary(
      sessions.map { ($0.session.id, $0.session) }, uniquingKeysWith: { first, _ in first })
    let stale = newest.baseline.sessions.filter { former in
      former.recordings.contains { recording in
        guard let sha256 = recording.sha256, amended.contains(sha256) else { return false }
        return isStale(sha256, of: former, now: given[former.id])
      }
    }
    return Set(stale.map(\.id))
  }

  /// What is to be said of sessions that rest on what was put right.
  static func notes(on renewed: Set<String>) -> [String] {
    renewed.sorted().map { id in
      "session \(id) was put right by an amendment, and was judged anew from what is at hand"
    }
  }

  /// Whether a recording that was put right is no longer one of the session, or makes another one of it.
  /// What else is gone says nothing: with it the session cannot be judged as it was.
  private func isStale(
    _ sha256: String, of former: VoiceSession, now session: VoiceSession?
  ) -> Bool {
    guard let session, session.recordings.contains(where: { $0.sha256 == sha256 }) else {
      return true
    }
    let given = Set(session.recordings.compactMap(\.sha256))
    let isWhole = former.recordings.allSatisfy { $0.sha256.map(given.contains) ?? false }
    return isWhole && session != former
  }
}
