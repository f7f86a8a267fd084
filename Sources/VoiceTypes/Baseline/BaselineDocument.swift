// What `sagevoice baseline establish` says. Names and meanings are a contract with other programs,
// as those of the results document are.

/// A baseline, or why there is none.
public struct BaselineDocument: Sendable {
  /// The name and number of the format.
  public static let schema = "sagevoice/baseline/1"

  /// What came of the recordings.
  public var outcome: Outcome

  /// What a reader should know of it.
  public var notes: [String]

  /// What made the numbers.
  public var provenance: Provenance

  /// When it was made, and its identifier.
  public var run: BaselineRun

  /// How far the baseline has come; nil where it was made by hand, which says nothing of what is
  /// next.
  public var progress: BaselineProgress?

  /// A baseline, or a rejection.
  public enum Outcome: Sendable, Equatable {
    case accepted(VocalBaseline)
    case rejected(BaselineRejection)
  }

  /// Puts a document together.
  public init(
    outcome: Outcome, notes: [String], provenance: Provenance, run: BaselineRun,
    progress: BaselineProgress? = nil
  ) {
    self.outcome = outcome
    self.notes = notes
    self.provenance = provenance
    self.run = run
    self.progress = progress
  }

  /// The baseline, if there is one.
  public var baseline: VocalBaseline? {
    if case .accepted(let baseline) = outcome { baseline } else { nil }
  }

  /// The rejection, if there is no baseline.
  public var rejection: BaselineRejection? {
    if case .rejected(let rejection) = outcome { rejection } else { nil }
  }

  /// Every session that was looked at.
  public var sessions: [VoiceSession] {
    switch outcome {
    case .accepted(let baseline): baseline.sessions
    case .rejected(let rejection): rejection.sessions
    }
  }
}

/// Why recordings make no baseline.
public struct BaselineRejection: Sendable, Equatable {
  /// Whose baseline it would have been.
  public var person: BaselinePerson

  /// On what occasion the recordings were made.
  public var context: String

  /// The sessions, with what is wrong with each of their recordings.
  public var sessions: [VoiceSession]

  /// What is wrong with them together; at least one.
  public var reasons: [BaselineFault]

  /// States a rejection.
  public init(
    person: BaselinePerson, context: String, sessions: [VoiceSession], reasons: [BaselineFault]
  ) {
    self.person = person
    self.context = context
    self.sessions = sessions
    self.reasons = reasons
  }
}

/// The only part of the document that may differ between two runs.
public struct BaselineRun: Sendable, Equatable {
  /// Identifies this baseline.
  public var baselineID: String

  /// When it was made, ISO 8601 in UTC.
  public var establishedAt: String

  /// States a run.
  public init(baselineID: String, establishedAt: String) {
    self.baselineID = baselineID
    self.establishedAt = establishedAt
  }
}
