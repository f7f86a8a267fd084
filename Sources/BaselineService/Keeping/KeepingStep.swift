// What becomes of a baseline when another recording has come.

public import VoiceTypes

/// A baseline that was kept, one of a person's versions.
public struct BaselineVersion: Sendable, Equatable {
  /// The baseline, as it was read from its file.
  public let stored: StoredBaseline

  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  public let sha256: String

  /// Joins a baseline and the fingerprint of its file.
  public init(stored: StoredBaseline, sha256: String) {
    self.stored = stored
    self.sha256 = sha256
  }

  /// The baseline.
  var baseline: VocalBaseline { stored.baseline }

  /// How the next version names this one, whose sessions it keeps.
  var parent: BaselineParent {
    BaselineParent(
      baselineID: stored.run.baselineID, sha256: sha256, status: baseline.status,
      keepsSessions: true)
  }
}

/// What becomes of a baseline.
public struct KeepingStep: Sendable, Equatable {
  /// What becomes of it.
  public enum Outcome: Sendable, Equatable {
    /// The newest version stays.
    case unchanged
    /// This is to be the next version.
    case accepted(VocalBaseline)
    /// There is no baseline, and none can be made.
    case rejected(BaselineRejection)
  }

  /// A session that is no part of the baseline.
  public struct HeldSession: Sendable, Equatable {
    /// The session, with what is wrong with each of its recordings. One of the same name that is
    /// part of the baseline stays there as it was before its newest recordings.
    public let session: VoiceSession

    /// Why it is no part of it; at least one reason.
    public let reasons: [BaselineFault]
  }

  /// What becomes of the baseline.
  public let outcome: Outcome

  /// What a reader should know of it.
  public let notes: [String]

  /// How far it has come, and what is to be done next.
  public let progress: BaselineProgress

  /// The sessions that were looked at and are no part of it, in the order of their times. An
  /// established baseline takes up nothing, so that nothing is looked at.
  public let heldApart: [HeldSession]
}
