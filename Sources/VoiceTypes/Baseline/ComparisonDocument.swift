// Document of `sagevoice baseline compare`. Names and meanings are a contract with other programs.

/// Handling of differences in device, format, settings or version between a baseline and new
/// recordings.
public enum ConditionRule: Sendable, Equatable {
  /// Refuses the comparison.
  case mustAgree
  /// Compares and reports the differences.
  case mayDiffer
}

/// Comparison of new sessions with a baseline, or the reasons for its refusal.
public struct ComparisonDocument: Sendable {
  /// Name and version of the format.
  public static let schema = "sagevoice/comparison/1"

  /// Constant notice of every comparison.
  public static let notice =
    TextCatalogue.report.text("measurementNotice") + " " + TextCatalogue.comparisons.text("advice")

  /// Reference to the baseline.
  public var baseline: BaselineReference

  /// Differences in recording conditions.
  public var differences: [ConditionDifference]

  /// Requested handling of differences.
  public var rule: ConditionRule

  /// Findings or refusal.
  public var outcome: Outcome

  /// Notes for the reader.
  public var notes: [String]

  /// Software, settings and libraries.
  public var provenance: Provenance

  /// Identifier and creation time.
  public var run: ComparisonRun

  /// Findings or refusal.
  public enum Outcome: Sendable, Equatable {
    case complete(ComparisonFindings)
    case refused(ComparisonRefusal)
  }

  /// Creates a document.
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

  /// Findings; nil if refused.
  public var findings: ComparisonFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }

  /// Refusal; nil if complete.
  public var refusal: ComparisonRefusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }
}

/// Refused comparison.
public struct ComparisonRefusal: Sendable, Equatable {
  /// New sessions with the faults of their recordings.
  public var sessions: [VoiceSession]

  /// Reasons of the refusal; at least one.
  public var reasons: [BaselineFault]

  /// Creates a refusal.
  public init(sessions: [VoiceSession], reasons: [BaselineFault]) {
    self.sessions = sessions
    self.reasons = reasons
  }
}

/// Run-dependent part of the document. Only it differs between two runs.
public struct ComparisonRun: Sendable, Equatable {
  /// Identifier of this comparison.
  public var comparisonID: String

  /// Creation time, ISO 8601 in UTC.
  public var comparedAt: String

  /// Creates the facts of a run.
  public init(comparisonID: String, comparedAt: String) {
    self.comparisonID = comparisonID
    self.comparedAt = comparedAt
  }
}
