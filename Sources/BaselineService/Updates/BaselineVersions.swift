internal import VoiceTypes

/// Stored baseline versions of one person, with lookup tables.
struct BaselineVersions: Sendable {
  /// Versions, oldest first.
  let all: [BaselineVersion]

  private let facts: [Facts]
  private let newestHomes: [String: String]
  private let newestSessions: [String: VoiceSession]
  private let kept: [String: (session: VoiceSession, baseline: VocalBaseline)]

  /// Index of the oldest version that the newest one extends.
  private let root: Int

  /// Session identifiers and time span of a version, in seconds.
  private struct Facts {
    let ids: Set<String>
    let first: Int64?
    let last: Int64?
  }

  /// Creates the lookup tables; `versions` must be in creation order.
  init(_ versions: [BaselineVersion]) {
    all = versions
    facts = versions.map { version in
      let sessions = version.baseline.sessions
      let times = sessions.compactMap { $0.recordedAt?.seconds }
      return Facts(ids: Set(sessions.map(\.id)), first: times.min(), last: times.max())
    }
    let sessions = versions.last?.baseline.sessions ?? []
    newestHomes = Dictionary(
      sessions.flatMap { session in
        session.recordings.compactMap { $0.sha256.map { ($0, session.id) } }
      }, uniquingKeysWith: { first, _ in first })
    newestSessions = Dictionary(
      sessions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    kept = Dictionary(
      versions.flatMap { version in
        version.baseline.sessions.map { ($0.id, (session: $0, baseline: version.baseline)) }
      }, uniquingKeysWith: { _, newer in newer })
    root = Self.root(of: versions)
  }

  private static func root(of versions: [BaselineVersion]) -> Int {
    var index = versions.count - 1
    while index > 0, versions[index].baseline.parent?.keepsSessions == true { index -= 1 }
    return max(0, index)
  }

  /// Current version; nil without versions.
  var newest: BaselineVersion? { all.last }

  // MARK: - Adding

  /// Returns a session of the newest version by identifier.
  func newestSession(_ id: String) -> VoiceSession? { newestSessions[id] }

  /// Whether the newest version contains a recording.
  func newestHolds(_ recording: SessionRecording) -> Bool {
    recording.sha256.map { newestHomes[$0] != nil } ?? false
  }

  /// Whether a recording belongs to another session of the newest version.
  func isElsewhere(_ vowel: MeasuredVowel) -> Bool {
    guard let home = vowel.results.recording.sha256.flatMap({ newestHomes[$0] }) else {
      return false
    }
    return home != vowel.origin.sessionID
  }

  /// Whether a new session may be added to the newest version. After a restart of the baseline,
  /// earlier sessions are excluded.
  func mayAdd(_ session: VoiceSession) -> Bool {
    guard root > 0 else { return true }
    guard !facts.contains(where: { $0.ids.contains(session.id) }) else { return false }
    guard let began = facts[root].first else { return true }
    return session.recordedAt.map { $0.seconds >= began } ?? false
  }

  // MARK: - Stored sessions

  /// Latest copy of every session of any version, with its version, sorted by identifier.
  var keptSessions: [(session: VoiceSession, baseline: VocalBaseline)] {
    kept.values.sorted { $0.session.id < $1.session.id }
  }

  /// Returns the latest copy of a session with its version.
  func kept(_ id: String) -> (session: VoiceSession, baseline: VocalBaseline)? { kept[id] }

  // MARK: - Comparing

  /// Returns the index of the version to compare a session with: the newest before the first
  /// version that contains the session. For other sessions it is the newest version that ended by
  /// then, or else the oldest.
  func place(for id: String, at time: RecordedTime?) -> Int? {
    if let first = facts.firstIndex(where: { $0.ids.contains(id) }) {
      return first > 0 ? first - 1 : nil
    }
    guard let time, !all.isEmpty else { return all.indices.last }
    return facts.lastIndex { ($0.last ?? .min) <= time.seconds } ?? 0
  }

  /// Whether a session is later than all sessions of a version and is not one of them.
  func isSince(_ place: Int, _ id: String, at time: RecordedTime?) -> Bool {
    guard !facts[place].ids.contains(id), let time else { return false }
    return time.seconds > facts[place].last ?? .min
  }
}
