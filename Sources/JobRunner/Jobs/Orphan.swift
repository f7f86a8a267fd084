// What was delivered for a recording that cannot be told: it is put aside with why and what to do,
// and never becomes that of the next recording of its name.

internal import RecordStore
package import VoiceTypes

/// A companion of no recording that is known.
enum Orphan {
  /// What it is.
  enum Kind: String, CaseIterable {
    case sidecar
    case checksum

    /// A stable name for programs.
    var code: String { "\(rawValue)_orphan" }
  }

  /// Why nobody can tell what it is of.
  enum Reason: String, CaseIterable {
    case severalRecordings = "several_recordings"
    case anotherPersons = "another_persons"
    case noRecording = "no_recording"
    case sessionIsGone = "session_is_gone"
    case notPutBack = "not_put_back"
    case noneFits = "none_fits"
    case unusableChecksum = "unusable_checksum"
  }

  /// What people are told.
  static func fault(_ kind: Kind, _ reason: Reason) -> StateFault {
    StateFault(OrphanText(kind, reason))
  }
}

/// The sentences of a companion of no recording that is known.
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
