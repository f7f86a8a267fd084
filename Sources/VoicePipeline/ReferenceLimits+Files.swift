public import BaselineService
public import VoiceTypes
import WAVIngest

extension Assessor {
  /// Creates an assessor with the embedded published and measured limits.
  public static func embedded() throws(FileFaults) -> Assessor {
    try Assessor(limits: .embedded(), measured: .embeddedMeasured())
  }
}

extension ReferenceLimits {
  /// Loads the embedded measured limits.
  public static func embeddedMeasured() throws(FileFaults) -> ReferenceLimits {
    try ReferenceLimits(file: EmbeddedLimits.measuredBytes)
  }

  /// Loads the embedded limits from the literature.
  public static func embedded() throws(FileFaults) -> ReferenceLimits {
    try ReferenceLimits(file: EmbeddedLimits.bytes)
  }

  /// Parses a limits file and computes its SHA-256.
  public init(file bytes: [UInt8]) throws(FileFaults) {
    try self.init(reading: bytes, hashedBy: ContentHash.sha256(of:))
  }
}
