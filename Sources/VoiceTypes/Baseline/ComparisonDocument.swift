// What `sagevoice baseline compare` says. Names and meanings are a contract with other programs, as
// those of the results document are.

/// Whether recordings are compared that were made in other ways than those of a baseline: by
/// another device, in another format, measured with other settings or another version.
public enum ConditionRule: Sendable, Equatable {
  /// They are not; the comparison is refused.
  case mustAgree
  /// They are, and the comparison says in what they differ.
  case mayDiffer
}

/// New sessions held against a baseline, or why they were not.
public struct ComparisonDocument: Sendable {
  /// The name and number of the format.
  public static let schema = "sagevoice/comparison/1"

  /// What every comparison says, whatever came of it.
  public static let notice =
    "This is a measurement, not a diagnosis. Many things change these numbers: loudness, "
    + "microphone, a cold, time of day."

  /// The baseline.
  public var baseline: BaselineReference

  /// In what the new recordings differ from it.
  public var differences: [ConditionDifference]

  /// What was asked for where they differ.
  public var rule: ConditionRule

  /// What came of the comparison.
  public var outcome: Outcome

  /// What a reader should know of it.
  public var notes: [String]

  /// What made the numbers.
  public var provenance: Provenance

  /// When it was made, and its identifier.
  public var run: ComparisonRun

  /// Findings, or a refusal.
  public enum Outcome: Sendable, Equatable {
    case complete(ComparisonFindings)
    case refused(ComparisonRefusal)
  }

  /// Puts a document together.
  public init(
    baseline: BaselineReference, differences: [ConditionDifference], rule: ConditionRule,
    outcome: Outcome, notes: [String], provenance: Provenance, run: ComparisonRun
  ) {
    self.baseline = baseline
    self.differences = differences
    self.rule = rule
    self.outcome = outcome
    self.notes = notes
    self.provenance = provenance
    self.run = run
  }

  /// The findings, if there was a comparison.
  public var findings: ComparisonFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }

  /// The refusal, if there was none.
  public var refusal: ComparisonRefusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }
}

/// A comparison that was not made.
public struct ComparisonRefusal: Sendable, Equatable {
  /// The new sessions, with what is wrong with each of their recordings.
  public var sessions: [VoiceSession]

  /// Why it was not made; at least one reason.
  public var reasons: [BaselineFault]

  /// States a refusal.
  public init(sessions: [VoiceSession], reasons: [BaselineFault]) {
    self.sessions = sessions
    self.reasons = reasons
  }
}

/// The only part of the document that may differ between two runs.
public struct ComparisonRun: Sendable, Equatable {
  /// Identifies this comparison.
  public var comparisonID: String

  /// When it was made, ISO 8601 in UTC.
  public var comparedAt: String

  /// States a run.
  public init(comparisonID: String, comparedAt: String) {
    self.comparisonID = comparisonID
    self.comparedAt = comparedAt
  }
}
