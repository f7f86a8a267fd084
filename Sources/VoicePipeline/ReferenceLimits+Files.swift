// Limits with the fingerprint that documents state; the hash belongs to another room than the
// limits.

public import BaselineService
public import VoiceTypes
import WAVIngest

extension Assessor {
  /// What compares with both sets that ship: that of the literature and the measured one.
  public static func embedded() throws(FileFaults) -> Assessor {
    try Assessor(limits: .embedded(), measured: .embeddedMeasured())
  }
}

extension ReferenceLimits {
  /// The measured set that ships with this program.
  public static func embeddedMeasured() throws(FileFaults) -> ReferenceLimits {
    try ReferenceLimits(file: EmbeddedLimits.measuredBytes)
  }

  /// The set from the literature that ships with this program.
  public static func embedded() throws(FileFaults) -> ReferenceLimits {
    try ReferenceLimits(file: EmbeddedLimits.bytes)
  }

  /// The set in the bytes of a file.
  public init(file bytes: [UInt8]) throws(FileFaults) {
    try self.init(reading: bytes, hashedBy: ContentHash.sha256(of:))
  }
}
