// How much of a stretch is voice, as one share.

public import VoiceTypes

/// Where the voice is missing in a stretch.
public struct VoicingContinuity: Sendable, Equatable {
  /// All voiced frames together.
  public var voiced: Seconds

  /// Unvoiced frames over all frames, 0 … 1.
  public var unvoicedFraction: Double

  /// Time in voice breaks over the time analysed, 0 … 1.
  public var degreeOfVoiceBreaks: Double

  /// States what was found.
  public init(voiced: Seconds, unvoicedFraction: Double, degreeOfVoiceBreaks: Double) {
    self.voiced = voiced
    self.unvoicedFraction = unvoicedFraction
    self.degreeOfVoiceBreaks = degreeOfVoiceBreaks
  }

  /// 1 for a voice without a gap; a gap counts by its frames and by its break.
  public var share: Double { min(max(1 - unvoicedFraction - degreeOfVoiceBreaks, 0), 1) }
}
