/// Basis of the decision about one finding.
public enum DecisionBasis: String, CaseIterable, Sendable {
  /// Percentile of the people measured by this program.
  case percentile
  /// Threshold published by its authors.
  case published
  /// Choice of this project, such as a signal type above 1.
  case choice
}

/// Finding of an assessment.
public struct AssessmentFinding: Sendable, Equatable {
  /// Measure beyond its limit; nil for a signal type above 1.
  public var measure: Measure?

  /// Basis of the limit.
  public var decidedBy: DecisionBasis

  /// Creates a finding.
  public init(measure: Measure?, decidedBy: DecisionBasis) {
    self.measure = measure
    self.decidedBy = decidedBy
  }
}

/// Joint result of an assessment. One measure of each family decides.
public struct AssessmentVerdict: Sendable, Equatable {
  /// Number of families with a deciding limit.
  public var compared: Int

  /// Measures beyond their deciding limits, then a signal type above 1.
  public var findings: [AssessmentFinding]

  /// Share of the sounding time that the measured segment covers, in percent.
  public var judgedPercent: Double?

  /// Whether the sound around the segment has energy without a period.
  public var isRestIrregular: Bool

  /// Sentence for a person.
  public var sentence: String

  /// Creates a verdict.
  public init(
    compared: Int, findings: [AssessmentFinding], judgedPercent: Double?, isRestIrregular: Bool,
    sentence: String
  ) {
    self.compared = compared
    self.findings = findings
    self.judgedPercent = judgedPercent
    self.isRestIrregular = isRestIrregular
    self.sentence = sentence
  }
}

extension AssessmentVerdict: Shaped {
  package static let shape = Shape(AssessmentVerdict.init) {
    Field("compared", \.compared, .count)
    Field("findings", \.findings, .list(of: .shaped))
    Field("judged_percent", \.judgedPercent, .orNull(.number.short))
    Field("rest_irregular", \.isRestIrregular, .flag)
    Field("sentence", \.sentence, .text)
  }
}

extension AssessmentFinding: Shaped {
  package static let shape = Shape(AssessmentFinding.init) {
    Field("measure", \.measure, .orNull(.choice))
    Field("decided_by", \.decidedBy, .choice)
  }
}
