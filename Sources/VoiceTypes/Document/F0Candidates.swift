// Where a signal may repeat every cycle or every second one, F0 is not one number but two, and what
// speaks for either is told with them.

/// Two frequencies an octave apart, either of which may be F0.
public struct F0Candidates: Sendable, Equatable {
  /// How often the signal repeats.
  public var low: Hertz

  /// How often there is a cycle, where two of them make a repetition.
  public var high: Hertz

  /// What was found, each beside its limit.
  public var evidence: [OctaveEvidence]

  /// Who decided; nil where the octave is open.
  public var decidedBy: OctaveJudge?

  /// Both frequencies with what was found.
  public init(low: Hertz, high: Hertz, evidence: [OctaveEvidence], decidedBy: OctaveJudge? = nil) {
    self.low = low
    self.high = high
    self.evidence = evidence
    self.decidedBy = decidedBy
  }
}

/// Who says which of two octaves is that of a voice.
public enum OctaveJudge: String, CaseIterable, Sendable {
  /// A pitch range was given that holds one of the frequencies only.
  case givenRange = "operator"
  /// One of them is usual for the person.
  case baseline
}

/// A number that tells how many cycles a repetition has.
public struct OctaveEvidence: Sendable, Equatable {
  /// What was measured.
  public enum Sign: String, CaseIterable, Sendable {
    /// Level of the even multiples of the low frequency over the odd ones.
    case evenOverOdd = "even_over_odd_db"
    /// Likeness of the two halves of a repetition.
    case halfPeriodCorrelation = "half_period_correlation"
    /// Height of a second excitation about the middle of a repetition over that of the first.
    case secondExcitation = "second_excitation"
    /// How far neighbouring cycles differ by alternation.
    case periodAlternation = "period_alternation_percent"
    case amplitudeAlternation = "amplitude_alternation_percent"
    /// How much of what is voiced at the low frequency is voiced at the high one too.
    case voicedAtHigh = "voiced_at_high_ratio"
    /// The strength with which the signal repeats at the low frequency.
    case strengthAtLow = "strength_at_low"
  }

  /// What was measured.
  public var sign: Sign

  /// The number.
  public var value: Double

  /// The limit from which on it counts.
  public var limit: Double

  /// A number beside its limit.
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
