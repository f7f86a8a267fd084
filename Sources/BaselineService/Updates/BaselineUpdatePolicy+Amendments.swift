// Effect of amendments on a baseline. A deleted recording counts for the lifetime of the baseline.
// A recording with a corrected person or corrected metadata does not.

internal import VoiceTypes

extension BaselineUpdatePolicy {
  /// Returns the sessions of the newest version that are stale because of amended recordings.
  func sessionsToReevaluate(
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

  /// Returns one note for each stale session.
  static func notes(on renewed: Set<String>) -> [String] {
    renewed.sorted().map { TextCatalogue.comparisons.filled("note.amended", ["session": $0]) }
  }

  /// Whether an amended recording left the session or changed its values. A session with other
  /// missing recordings is not stale: it cannot be judged as before.
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
