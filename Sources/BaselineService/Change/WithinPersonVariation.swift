// Variance components of the measures within one person with an unchanged voice.
//
// Tsanas et al. (2010), Parkinson's Telemonitoring (UCI 10.24432/C59C74): 42 adults, home device,
// four comfortable vowels in each of 911 complete weekly sessions; nested random effects of person,
// session and recording; logarithms except for HNR. Derived from that open data. The components
// reproduce every figure printed in the article ChangeDetection to the last digit. These voices
// vary more than most, so the limits are wide. The weight of these figures falls as the history of
// a person grows.

internal import VoiceTypes

/// Between-session and within-session variation of a measure, on its scale.
public struct WithinPersonVariation: Sendable, Equatable {
  /// Origin of the figures.
  public enum Basis: String, CaseIterable, Sendable {
    /// Two variance components, from sessions weeks apart.
    case derived
    /// Within-session variation only; the day-to-day variation may be larger.
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

  /// Source of the figures, for documents.
  public static let citation =
    "Tsanas et al. 2010, telemonitoring data (UCI 10.24432/C59C74): 42 adults, home device, 911 "
    + "sessions; derived, clinical notes 4.2"

  /// Returns the variation of a measure; nil if unknown.
  static func of(_ measure: Measure) -> WithinPersonVariation? { known[measure] }

  private static let known: [Measure: WithinPersonVariation] = [
    // 0.85 semitones: within one session, 8 adults × 6 vowels (Little et al. 2009, UCI Parkinsons).
    // No between-session figure is known.
    .f0Mean: WithinPersonVariation(session: 0.049, recording: 0, basis: .provisional),
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
  ]

  /// DDP is three times RAP, so its logarithm has the same variation.
  private static let rap = WithinPersonVariation(session: 0.163, recording: 0.434)

  /// DDA is three times APQ3, so its logarithm has the same variation.
  private static let apq3 = WithinPersonVariation(session: 0.2, recording: 0.371)
}
