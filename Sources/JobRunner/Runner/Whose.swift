// Whose a sidecar or a checksum is that comes when no recording of its name waits. What cannot be
// told is not guessed: an orphan is reported, and somebody who knows puts it right.

internal import RecordStore

/// A session that a companion may be of.
struct Candidate: Equatable {
  let session: SessionID

  /// The keyed hash of its person; nil where that is not known.
  let user: UserHash?

  /// SHA-256 of its recording; nil where that is not known.
  let recording: String?

  /// Whether nobody has said yet whose it is, or only in a way that cannot be used.
  let isUntold: Bool

  /// Whether it points at the session with the first result.
  let isCopy: Bool

  /// Whether somebody is at work on it.
  let isInWork: Bool
}

/// What becomes of a companion.
enum Fate: Equatable {
  /// It is of the recording of this session.
  case of(SessionID)
  /// It may be known soon.
  case soon
  /// Its recording may still come.
  case waits
  case orphan(Orphan.Reason)
}

/// Tells whose a companion is.
struct Whose {
  /// The sessions of recordings of its name, in the order in which they came.
  let namesakes: [Candidate]

  /// What becomes of a sidecar that says neither of which bytes nor that it is of nobody's.
  func fate(ofSidecarOf user: UserHash?) -> Fate { fate(among: namesakes, user) }

  /// What becomes of a sidecar of one recording.
  /// - Parameter recordings: The sessions of those bytes, under whatever name.
  func fate(ofSidecarOf user: UserHash?, for recordings: [Candidate]) -> Fate {
    let names = Set(namesakes.map(\.session))
    let both = recordings.filter { names.contains($0.session) }
    return fate(among: both.isEmpty ? recordings : both, user)
  }

  private func fate(among candidates: [Candidate], _ user: UserHash?) -> Fate {
    guard let latest = candidates.last else { return .waits }
    if candidates.contains(where: \.isInWork) { return .soon }
    let untold = candidates.filter(\.isUntold)
    if let first = untold.first(where: { !$0.isCopy }) ?? untold.first {
      // The same bytes delivered again are the same recording.
      let isOne = first.recording != nil && untold.allSatisfy { $0.recording == first.recording }
      return untold.count == 1 || isOne ? .of(first.session) : .orphan(.severalRecordings)
    }
    return user != nil && latest.user == user ? .of(latest.session) : .orphan(.anotherPersons)
  }

  /// What becomes of a checksum.
  /// - Parameter sha256: What it says; nil for one that says nothing that can be used.
  func fate(ofChecksum sha256: String?) -> Fate {
    guard !namesakes.isEmpty else { return .waits }
    if namesakes.contains(where: \.isInWork) { return .soon }
    guard let sha256 else { return .orphan(.unusableChecksum) }
    return namesakes.last { $0.recording == sha256 }.map { .of($0.session) }
      ?? .orphan(.noneFits)
  }
}
