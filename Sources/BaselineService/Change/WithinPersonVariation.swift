// Variance components of the measures within one person with an unchanged voice, as standard
// deviations; natural logarithms except for HNR and CPPS (dB).
//
// Jitter, shimmer and HNR: Tsanas et al. (2010), UCI 10.24432/C59C74: 42 adults, home device, four
// comfortable vowels in each of 911 complete weekly sessions; nested random effects of person,
// session and recording. These voices vary more than most, so the limits are wide. The weight of
// these figures falls as the history of a person grows.
//
// F0 and CPPS are provisional (Documentation/Change.md, "Source of the variation").

internal import VoiceTypes

/// Between-session and within-session variation of a measure, on its scale.
public struct WithinPersonVariation: Sendable, Equatable {
  /// Origin of the figures.
  public enum Basis: String, CaseIterable, Sendable {
    /// Two variance components, from sessions weeks apart.
    case derived
    /// Figures of few people.
    case provisional
  }

  /// Standard deviation between sessions.
  public let session: Double

  /// Standard deviation between the recordings of one session.
  public let recording: Double

  /// Origin of both standard deviations.
  public let basis: Basis

  private init(session: Double, recording: Double, basis: Basis = .derived) {
    self.session = session
    self.recording = recording
    self.basis = basis
  }

  /// Returns the variance of the mean of `vowels` recordings of one session.
  public func varianceOfMean(of vowels: Int) -> Double {
    precondition(vowels > 0, "a session has at least one vowel")
    return session * session + recording * recording / Double(vowels)
  }

  /// Returns the variation of a measure; nil if unknown.
  static func of(_ measure: Measure) -> WithinPersonVariation? { known[measure] }

  private static let known: [Measure: WithinPersonVariation] = [
    // Recording: 8 adults × 6 vowels (Little et al. 2009, UCI Parkinsons). Session: 1.4 semitones;
    // three women with 75 to 545 days between sessions give 0.09 (3 degrees of freedom).
    .f0Mean: WithinPersonVariation(session: 0.081, recording: 0.049, basis: .provisional),
    .jitterLocal: WithinPersonVariation(session: 0.143, recording: 0.372),
    .jitterLocalAbsolute: WithinPersonVariation(session: 0.156, recording: 0.374),
    .jitterRAP: rap,
    .jitterPPQ5: WithinPersonVariation(session: 0.154, recording: 0.367),
    .jitterDDP: rap,
    .shimmerLocal: WithinPersonVariation(session: 0.183, recording: 0.339),
    .shimmerLocalDecibels: WithinPersonVariation(session: 0.181, recording: 0.346),
    .shimmerAPQ3: apq3,
    .shimmerAPQ5: WithinPersonVariation(session: 0.204, recording: 0.34),
    .shimmerDDA: apq3,
    .hnrMean: WithinPersonVariation(session: 1.37, recording: 2.29),
    // Recording: three vowels of 0.48 s of 50 adults (PC-GITA, 100 degrees of freedom). Both together
    // are 1.6 dB: 5 women, 75 to 1484 days between sessions (SVD, 17 degrees of freedom).
    .cpps: WithinPersonVariation(session: 0.93, recording: 1.3, basis: .provisional),
  ]

  /// DDP is three times RAP, so its logarithm has the same variation.
  private static let rap = WithinPersonVariation(session: 0.163, recording: 0.434)

  /// DDA is three times APQ3, so its logarithm has the same variation.
  private static let apq3 = WithinPersonVariation(session: 0.2, recording: 0.371)
}
