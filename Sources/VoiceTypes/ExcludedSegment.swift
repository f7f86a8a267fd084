/// Reason for excluding a segment. The raw values are part of the document contract.
public enum ExclusionReason: String, CaseIterable, Sendable {
  /// No voicing.
  case unvoiced
  /// Voiced, but shorter than the longest continuous sound.
  case shorterSound = "shorter_sound"
  /// Start of the sustained sound.
  case onset
  /// End of the sustained sound.
  case offset
  /// F0 varies less in the selected segment.
  case lessSteady = "less_steady"
  /// The request selects another segment.
  case notChosen = "not_chosen"
}

/// Segment of a recording excluded from analysis.
public struct ExcludedSegment: Sendable, Equatable {
  /// Start time from the start of the recording.
  public var start: Seconds

  /// End time from the start of the recording.
  public var end: Seconds

  /// Reason for the exclusion.
  public var reason: ExclusionReason

  /// Creates an excluded segment.
  public init(start: Seconds, end: Seconds, reason: ExclusionReason) {
    self.start = start
    self.end = end
    self.reason = reason
  }
}
