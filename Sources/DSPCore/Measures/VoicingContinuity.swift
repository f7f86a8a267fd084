public import VoiceTypes

/// Voicing of a segment as one fraction.
public struct VoicingContinuity: Sendable, Equatable {
  /// Duration of all voiced frames.
  public var voiced: Seconds

  /// Unvoiced frames over all frames, 0 … 1.
  public var unvoicedFraction: Double

  /// Duration of voice breaks over the analysed duration, 0 … 1.
  public var degreeOfVoiceBreaks: Double

  /// Creates the continuity from known values.
  public init(voiced: Seconds, unvoicedFraction: Double, degreeOfVoiceBreaks: Double) {
    self.voiced = voiced
    self.unvoicedFraction = unvoicedFraction
    self.degreeOfVoiceBreaks = degreeOfVoiceBreaks
  }

  /// 1 without a gap; a gap counts by its frames and by its break.
  public var share: Double { min(max(1 - unvoicedFraction - degreeOfVoiceBreaks, 0), 1) }
}
