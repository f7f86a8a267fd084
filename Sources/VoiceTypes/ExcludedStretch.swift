// Which seconds of a recording fed its measures, and why the others did not.

/// Why seconds of a recording lie outside the segment; the raw values are part of the contract.
public enum ExclusionReason: String, CaseIterable, Sendable {
  /// No voice was found here.
  case unvoiced
  /// A voice, but not the longest sound held without a gap.
  case shorterSound = "shorter_sound"
  /// The start of the held sound.
  case onset
  /// The end of the held sound.
  case offset
  /// F0 varies less in the seconds that were taken.
  case lessSteady = "less_steady"
  /// Somebody chose other seconds.
  case notChosen = "not_chosen"
}

/// Seconds of a recording that were not measured.
public struct ExcludedStretch: Sendable, Equatable {
  /// Where they start, from the start of the recording.
  public var start: Seconds

  /// Where they end.
  public var end: Seconds

  /// Why they were left out.
  public var reason: ExclusionReason

  /// A stretch of time and why it was left out.
  public init(start: Seconds, end: Seconds, reason: ExclusionReason) {
    self.start = start
    self.end = end
    self.reason = reason
  }
}
