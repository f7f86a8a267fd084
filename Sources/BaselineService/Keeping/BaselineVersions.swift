// The baselines that were kept of a person, as those ask for them who add sessions or compare them.

internal import VoiceTypes

/// All kept baselines of one person.
struct BaselineVersions: Sendable {
  /// All of them, oldest first.
  let all: [BaselineVersion]

  private let facts: [Facts]
  private let newestHomes: [String: String]
  private let newestSessions: [String: VoiceSession]
  private let kept: [String: (session: VoiceSession, baseline: VocalBaseline)]

  /// The first of those that the newest continues.
  private let root: Int

  /// What is asked of every version.
  private struct Facts {
    let ids: Set<String>
    let first: Int64?
    let last: Int64?
  }

  /// Collects versions that stand in the order in which they were made.
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

  /// The version that counts; nil without any.
  var newest: BaselineVersion? { all.last }

  // MARK: - Adding

  /// The session of that name in the newest version; nil without one.
  func newestSession(_ id: String) -> VoiceSession? { newestSessions[id] }

  /// Whether a recording is one of the newest version.
  func newestHolds(_ recording: SessionRecording) -> Bool {
    recording.sha256.map { newestHomes[$0] != nil } ?? false
  }

  /// Whether a recording is one of another session of the newest version.
  func isElsewhere(_ vowel: MeasuredVowel) -> Bool {
    guard let home = vowel.document.recording.sha256.flatMap({ newestHomes[$0] }) else {
      return false
    }
    return home != vowel.origin.sessionID
  }

  /// Whether a session that is not part of the newest version may become it. Somebody who began
  /// anew left out what was there before.
  func mayAdd(_ session: VoiceSession) -> Bool {
    guard root > 0 else { return true }
    guard !facts.contains(where: { $0.ids.contains(session.id) }) else { return false }
    guard let began = facts[root].first else { return true }
    return session.recordedAt.map { $0.seconds >= began } ?? false
  }

  // MARK: - What was kept

  /// Every session of any version, as the newest that has it kept it, with that version.
  var keptSessions: [(session: VoiceSession, baseline: VocalBaseline)] {
    kept.values.sorted { $0.session.id < $1.session.id }
  }

  /// The session of that name, likewise; nil without one.
  func kept(_ id: String) -> (session: VoiceSession, baseline: VocalBaseline)? { kept[id] }

  // MARK: - Comparing

  /// The version that a session is held against, by its place: the newest before the first that it
  /// is part of; of one that is part of none the newest that had ended by then, or the oldest if
  /// none had.
  func place(for id: String, at time: RecordedTime?) -> Int? {
    if let first = facts.firstIndex(where: { $0.ids.contains(id) }) {
      return first > 0 ? first - 1 : nil
    }
    guard let time, !all.isEmpty else { return all.indices.last }
    return facts.lastIndex { ($0.last ?? .min) <= time.seconds } ?? 0
  }

  /// Whether a session came after all those of a version and is none of them.
  func isSince(_ place: Int, _ id: String, at time: RecordedTime?) -> Bool {
    guard !facts[place].ids.contains(id), let time else { return false }
    return time.seconds > facts[place].last ?? .min
  }
}
