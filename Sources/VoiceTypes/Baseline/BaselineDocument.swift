// Document of `sagevoice baseline establish`. Names and meanings are a contract with other
// programs.

/// Baseline, or the reasons for its rejection.
public struct BaselineDocument: Sendable {
  /// Name and version of the format.
  public static let schema = "sagevoice/baseline/1"

  /// Baseline or rejection.
  public var outcome: Outcome

  /// Notes for the reader.
  public var notes: [String]

  /// Software, settings and libraries.
  public var provenance: Provenance

  /// Identifier and creation time.
  public var run: BaselineRun

  /// Progress of the baseline; nil for a baseline made by command.
  public var progress: BaselineProgress?

  /// Baseline or rejection.
  public enum Outcome: Sendable, Equatable {
    case accepted(VocalBaseline)
    case rejected(BaselineRejection)
  }

  /// Creates a document.
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

  /// Baseline; nil if rejected.
  public var baseline: VocalBaseline? {
    if case .accepted(let baseline) = outcome { baseline } else { nil }
  }

  /// Rejection; nil if accepted.
  public var rejection: BaselineRejection? {
    if case .rejected(let rejection) = outcome { rejection } else { nil }
  }

  /// All examined sessions.
  public var sessions: [VoiceSession] {
    switch outcome {
    case .accepted(let baseline): baseline.sessions
    case .rejected(let rejection): rejection.sessions
    }
  }
}

/// Rejection of a baseline.
public struct BaselineRejection: Sendable, Equatable {
  /// Person of the rejected baseline.
  public var person: BaselinePerson

  /// Context of the recordings.
  public var context: String

  /// Sessions with the faults of their recordings.
  public var sessions: [VoiceSession]

  /// Faults of the sessions as a whole; at least one.
  public var reasons: [BaselineFault]

  /// Creates a rejection.
  public init(
    person: BaselinePerson, context: String, sessions: [VoiceSession], reasons: [BaselineFault]
  ) {
    self.person = person
    self.context = context
    self.sessions = sessions
    self.reasons = reasons
  }
}

/// Run-dependent part of the document. Only it differs between two runs.
public struct BaselineRun: Sendable, Equatable {
  /// Identifier of this baseline.
  public var baselineID: String

  /// Creation time, ISO 8601 in UTC.
  public var establishedAt: String

  /// Creates the facts of a run.
  public init(baselineID: String, establishedAt: String) {
    self.baselineID = baselineID
    self.establishedAt = establishedAt
  }
}
