// What new recordings are held against, and what they must have in common with it.

/// The baseline that new recordings are held against.
public struct BaselineReference: Sendable, Equatable {
  /// Its identifier.
  public var baselineID: String

  /// SHA-256 of its file.
  public var sha256: String

  /// Whose it is.
  public var userID: String

  /// How far it can be relied on.
  public var status: BaselineStatus

  /// How many sessions it rests on.
  public var sessions: Int

  /// When it was made.
  public var establishedAt: String

  /// Names a baseline.
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

/// Something that a baseline and new recordings do not have in common.
public struct ConditionDifference: Sendable, Equatable {
  /// What differs; the raw values are part of the contract.
  public enum Kind: String, CaseIterable, Sendable {
    case device = "device_model"
    case encoding = "encoding"
    case sampleRate = "sample_rate_hz"
    case preset = "preset"
    case settings = "settings_sha256"
    case version = "version"
  }

  /// What differs.
  public var kind: Kind

  /// What the baseline has.
  public var baseline: String

  /// What the new recordings have.
  public var recording: String

  /// States a difference.
  public init(_ kind: Kind, baseline: String, recording: String) {
    self.kind = kind
    self.baseline = baseline
    self.recording = recording
  }
}
