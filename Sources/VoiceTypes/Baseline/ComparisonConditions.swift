/// Baseline of a comparison.
public struct BaselineReference: Sendable, Equatable {
  /// Identifier of the baseline.
  public var baselineID: String

  /// SHA-256 of the file.
  public var sha256: String

  /// User of the baseline.
  public var userID: String

  /// Reliability of the baseline.
  public var status: BaselineStatus

  /// Number of sessions.
  public var sessions: Int

  /// Creation time.
  public var establishedAt: String

  /// Creates a reference to a baseline.
  public init(
    baselineID: String, sha256: String, userID: String, status: BaselineStatus, sessions: Int,
    establishedAt: String
  ) {
    self.baselineID = baselineID
    self.sha256 = sha256
    self.userID = userID
    self.status = status
    self.sessions = sessions
    self.establishedAt = establishedAt
  }
}

/// Difference in recording conditions between a baseline and new recordings.
public struct ConditionDifference: Sendable, Equatable {
  /// Differing condition. The raw values are part of the contract.
  public enum Kind: String, CaseIterable, Sendable {
    case device = "device_model"
    case encoding = "encoding"
    case sampleRate = "sample_rate_hz"
    case preset = "preset"
    case settings = "settings_sha256"
    case version = "version"
  }

  /// Differing condition.
  public var kind: Kind

  /// Value of the baseline.
  public var baseline: String

  /// Value of the new recordings.
  public var recording: String

  /// Creates a difference.
  public init(_ kind: Kind, baseline: String, recording: String) {
    self.kind = kind
    self.baseline = baseline
    self.recording = recording
  }
}
