// A possible pitch, and what is known of it while a path is looked for.

/// A possible pitch of a frame.
public struct PitchCandidate: Sendable, Equatable {
  /// F0 in hertz; 0 for the unvoiced candidate.
  public var frequency: Double

  /// Height of the correlation there, 0 … 1; 0 for the unvoiced candidate.
  public var strength: Double

  /// The candidate that stands for "no pitch"; always the first.
  package static let unvoiced = PitchCandidate(frequency: 0, strength: 0)
}

/// What is known of a candidate beside its pitch.
package struct CandidateMark {
  /// The whole lag at which it was found.
  package var lag: Int {
    get { Int(shortLag) }
    set { shortLag = Int32(newValue) }
  }

  /// Whether its strength is final: a height, or of no use, as of "no pitch" and above the pitch
  /// ceiling. Otherwise it is a bound, and refining finds the height.
  package var isSettled: Bool

  /// A long recording has a million of these.
  private var shortLag: Int32

  package init(lag: Int, isSettled: Bool) {
    self.shortLag = Int32(lag)
    self.isSettled = isSettled
  }
}
