/// Pitch candidate of a frame.
public struct PitchCandidate: Sendable, Equatable {
  /// F0 in hertz; 0 for the unvoiced candidate.
  public var frequency: Double

  /// Height of the correlation at the candidate, 0 … 1; 0 for the unvoiced candidate.
  public var strength: Double

  /// The unvoiced candidate; always the first.
  package static let unvoiced = PitchCandidate(frequency: 0, strength: 0)
}

/// State of a candidate during path finding.
package struct CandidateMark {
  /// The whole lag of its maximum.
  package var lag: Int {
    get { Int(shortLag) }
    set { shortLag = Int32(newValue) }
  }

  /// Whether the strength is final: refined, or irrelevant, as for the unvoiced candidate and above
  /// the pitch ceiling. Otherwise it is an upper bound.
  package var isFinal: Bool

  /// Compact storage: a long recording has a million marks.
  private var shortLag: Int32

  package init(lag: Int, isFinal: Bool) {
    self.shortLag = Int32(lag)
    self.isFinal = isFinal
  }
}
