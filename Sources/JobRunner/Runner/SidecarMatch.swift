// The match of a late sidecar or checksum with a session. An ambiguous one is reported, not
// guessed.

internal import RecordStore
package import VoiceTypes

/// A session that may match.
struct Candidate: Equatable {
  let session: SessionID

  /// The keyed hash of its person; nil if unknown.
  let user: UserHash?

  /// SHA-256 of its recording; nil if unknown.
  let recording: String?

  /// Whether it has no metadata, or only an invalid sidecar.
  let lacksMetadata: Bool

  /// Whether it is a duplicate of another session.
  let isCopy: Bool

  /// Whether it is in progress.
  let isInWork: Bool
}

/// The decision on a sidecar or checksum.
enum ClaimDecision: Equatable {
  /// It belongs to this session.
  case of(SessionID)
  /// The session is still in progress.
  case soon
  /// Its recording may still arrive.
  case waits
  case orphan(Orphan.Reason)
}

struct SidecarMatch {
  /// The sessions of the same name, oldest first.
  let namesakes: [Candidate]

  /// The decision on a sidecar without a SHA-256.
  func decision(ofSidecarOf user: UserHash?) -> ClaimDecision { decision(among: namesakes, user) }

  /// The decision on a sidecar with a SHA-256.
  /// - Parameter recordings: The sessions of these bytes, under any name.
  func decision(ofSidecarOf user: UserHash?, for recordings: [Candidate]) -> ClaimDecision {
    let names = Set(namesakes.map(\.session))
    let both = recordings.filter { names.contains($0.session) }
    return decision(among: both.isEmpty ? recordings : both, user)
  }

  private func decision(among candidates: [Candidate], _ user: UserHash?) -> ClaimDecision {
    guard let latest = candidates.last else { return .waits }
    if candidates.contains(where: \.isInWork) { return .soon }
    let unmatched = candidates.filter(\.lacksMetadata)
    if let first = unmatched.first(where: { !$0.isCopy }) ?? unmatched.first {
      // Duplicates are the same recording.
      let isOne = first.recording != nil && unmatched.allSatisfy { $0.recording == first.recording }
      return unmatched.count == 1 || isOne ? .of(first.session) : .orphan(.severalRecordings)
    }
    return user != nil && latest.user == user ? .of(latest.session) : .orphan(.anotherPersons)
  }

  /// The decision on a checksum.
  /// - Parameter sha256: Its digest; nil for an invalid one.
  func decision(ofChecksum sha256: String?) -> ClaimDecision {
    guard !namesakes.isEmpty else { return .waits }
    if namesakes.contains(where: \.isInWork) { return .soon }
    guard let sha256 else { return .orphan(.unusableChecksum) }
    return namesakes.last { $0.recording == sha256 }.map { .of($0.session) }
      ?? .orphan(.noneFits)
  }
}

/// A sidecar or checksum that matches no recording. It is quarantined with a reason, and never becomes
/// that of the next recording of its name.
enum Orphan {
  enum Kind: String, CaseIterable {
    case sidecar
    case checksum

    /// The stable code.
    var code: String { "\(rawValue)_orphan" }
  }

  /// Why no recording matches.
  enum Reason: String, CaseIterable {
    case severalRecordings = "several_recordings"
    case anotherPersons = "another_persons"
    case noRecording = "no_recording"
    case sessionIsGone = "session_is_gone"
    case notPutBack = "not_put_back"
    case noneFits = "none_fits"
    case unusableChecksum = "unusable_checksum"
  }

  static func fault(_ kind: Kind, _ reason: Reason) -> StateFault {
    StateFault(OrphanText(kind, reason))
  }
}

/// The sentences of unmatched sidecars and checksums.
package struct OrphanText: SentenceTable {
  package static let texts = TextCatalogue.watch
  private let kind: Orphan.Kind
  private let reason: Orphan.Reason

  init(_ kind: Orphan.Kind, _ reason: Orphan.Reason) {
    self.kind = kind
    self.reason = reason
  }

  package init?(rawValue: String) {
    guard let text = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = text
  }

  package static let allCases = Orphan.Kind.allCases.flatMap { kind in
    Orphan.Reason.allCases.map { OrphanText(kind, $0) }
  }

  package var rawValue: String { "\(kind.code).\(reason.rawValue)" }
}
