/// Two candidates for F0, an octave apart, with the evidence for each.
public struct F0Candidates: Sendable, Equatable {
  /// Repetition rate of the signal.
  public var low: Hertz

  /// Cycle rate, if a repetition has two cycles.
  public var high: Hertz

  /// Evidence values with their limits.
  public var evidence: [OctaveEvidence]

  /// Source of the decision; nil if the octave is undecided.
  public var decidedBy: OctaveJudge?

  /// Creates the candidates.
  public init(low: Hertz, high: Hertz, evidence: [OctaveEvidence], decidedBy: OctaveJudge? = nil) {
    self.low = low
    self.high = high
    self.evidence = evidence
    self.decidedBy = decidedBy
  }
}

/// Source of an octave decision.
public enum OctaveJudge: String, CaseIterable, Sendable {
  /// The requested pitch range contains one candidate only.
  case givenRange = "operator"
  /// The baseline of the person selects a candidate.
  case baseline
  /// The zero crossings of the low-passed signal confirm the other evidence for the higher
  /// candidate.
  case zeroCrossings = "zero_crossings"
}

/// Evidence for the number of cycles per repetition.
public struct OctaveEvidence: Sendable, Equatable {
  /// Kind of evidence.
  public enum Sign: String, CaseIterable, Sendable {
    /// Level of the even multiples of the low frequency relative to the odd ones, in dB.
    case evenOverOdd = "even_over_odd_db"
    /// Correlation of the two halves of a repetition.
    case halfPeriodCorrelation = "half_period_correlation"
    /// Secondary excitation ratio: amplitude of an excitation near mid-repetition relative to the
    /// first.
    case secondExcitation = "second_excitation"
    /// Period-2 perturbation of neighbouring cycles, in percent.
    case periodAlternation = "period_alternation_percent"
    case amplitudeAlternation = "amplitude_alternation_percent"
    /// Fraction of the frames voiced at the low frequency that are voiced at the high one too.
    case voicedAtHigh = "voiced_at_high_ratio"
    /// Fraction of the frames in which zero crossings of the low-passed signal show the high
    /// frequency.
    case zeroCrossingsAtHigh = "zero_crossings_at_high_ratio"
    /// Strength of the periodicity at the low frequency.
    case strengthAtLow = "strength_at_low"
  }

  /// Kind of evidence.
  public var sign: Sign

  /// Value of the evidence.
  public var value: Double

  /// Threshold of the value.
  public var limit: Double

  /// Creates an evidence value.
  public init(_ sign: Sign, _ value: Double, limit: Double) {
    self.sign = sign
    self.value = value
    self.limit = limit
  }
}

extension F0Candidates: Shaped {
  package static let shape = Shape<F0Candidates>({
    F0Candidates(low: $0, high: $1, evidence: $2, decidedBy: $3)
  }) {
    Field("low_hz", \.low, .unit(.positive.short))
    Field("high_hz", \.high, .unit(.positive.short))
    Field("evidence", \.evidence, .list(of: .shaped))
    Field("decided_by", \.decidedBy, .orNull(.choice))
  }
}

extension OctaveEvidence: Shaped {
  package static let shape = Shape<OctaveEvidence>({ OctaveEvidence($0, $1, limit: $2) }) {
    Field("name", \.sign, .choice)
    Field("value", \.value, .number)
    Field("limit", \.limit, .number)
  }
}
