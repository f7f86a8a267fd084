// What was delivered for a recording that cannot be told: it is put aside with why and what to do,
// and never becomes that of the next recording of its name.

internal import RecordStore

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
  enum Reason: CaseIterable {
    case severalRecordings
    case anotherPersons
    case noRecording
    case sessionIsGone
    case notPutBack
    case noneFits
    case unusableChecksum
  }

  /// What people are told.
  static func fault(_ kind: Kind, _ reason: Reason) -> StateFault {
    StateFault(kind.code, message: message(reason), advice: advice(kind))
  }

  private static func message(_ reason: Reason) -> String {
    switch reason {
    case .severalRecordings:
      "several recordings of this name were delivered of which nothing was told, and it is not known "
        + "which one it is of"
    case .anotherPersons:
      "the recordings of this name that were delivered were told of already, and it is not of the "
        + "person that the latest is of"
    case .noRecording: "no recording that it fits came within a day"
    case .sessionIsGone: "the session of its recording was purged"
    case .notPutBack:
      "it is not of the recording that it lay beside, and could not be put back into the inbox"
    case .noneFits: "it fits none of the recordings of this name that were delivered"
    case .unusableChecksum:
      "it came after its recording and holds no SHA-256 that can be compared with it"
    }
  }

  private static func advice(_ kind: Kind) -> String {
    switch kind {
    case .sidecar:
      "put it in the inbox beside its recording, with the SHA-256 of the recording in its member "
        + "`sha256`; of a recording that was delivered already, the file alone will do"
    case .checksum:
      "deliver the recording again from where it was made, with its checksum file beside it"
    }
  }
}
