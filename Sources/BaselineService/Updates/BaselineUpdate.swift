public import VoiceTypes

/// Stored version of a person's baseline.
public struct BaselineVersion: Sendable, Equatable {
  /// Baseline as read from its file.
  public let stored: StoredBaseline

  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  public let sha256: String

  /// Creates a version.
  public init(stored: StoredBaseline, sha256: String) {
    self.stored = stored
    self.sha256 = sha256
  }

  var baseline: VocalBaseline { stored.baseline }

  /// Reference for the next version, which keeps the sessions of this one.
  var parent: BaselineParent {
    BaselineParent(
      baselineID: stored.run.baselineID, sha256: sha256, status: baseline.status,
      keepsSessions: true)
  }
}

/// Result of a baseline update.
public struct BaselineUpdate: Sendable, Equatable {
  /// Outcome of a baseline update.
  public enum Outcome: Sendable, Equatable {
    /// The newest version remains current.
    case unchanged
    /// New version to store.
    case accepted(VocalBaseline)
    /// No baseline exists and none can be established.
    case rejected(BaselineRejection)
  }

  /// New state of the baseline.
  public let outcome: Outcome

  /// Notes for the reader.
  public let notes: [String]

  /// Progress of the baseline and next steps.
  public let progress: BaselineProgress

  /// Sessions outside the baseline, with reasons.
  package let deferred: [DeferredSession]
}
