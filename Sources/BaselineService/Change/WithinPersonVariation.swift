// How far a measure varies within one person whose voice has not changed.
//
// Tsanas et al. (2010), Parkinson's Telemonitoring (UCI 10.24432/C59C74): 42 adults, home device,
// four comfortable vowels in each of 911 complete weekly sessions; nested random effects of person,
// session and recording; logarithms but for HNR. Derived from that open data; the article
// ChangeDetection prints what follows from the two components, and the components here give every
// printed figure back to its last digit. They are of people whose voices vary more than most, so
// the limits are on the wide side, and the larger a person's own history the less they count.

internal import VoiceTypes

/// The variation of a measure between and within sessions, on its scale.
public struct WithinPersonVariation: Sendable, Equatable {
  /// Where the figures come from.
  public enum Basis: String, CaseIterable, Sendable {
    /// Two components, from sessions weeks apart.
    case derived
    /// One session only; days may differ by more.
    case provisional
  }

  /// The standard deviation of a person's sessions.
  public let session: Double

  /// The standard deviation of the recordings of one session.
  public let recording: Double

  /// What stands behind both.
  public let basis: Basis

  private init(session: Double, recording: Double, basis: Basis = .derived) {
    self.session = session
    self.recording = recording
    self.basis = basis
  }

  /// The variance of the mean of `vowels` recordings of one session.
  public func varianceOfMean(of vowels: Int) -> Double {
    precondition(vowels > 0, "a session has at least one vowel")
    return session * session + recording * recording / Double(vowels)
  }

  /// What the figures were derived from, for documents.
  public static let citation =
    "Tsanas et al. 2010, telemonitoring data (UCI 10.24432/C59C74): 42 adults, home device, 911 "
    + "sessions; derived, clinical notes 4.2"

  /// How far a measure varies; nil where no figure is known.
  static func of(_ measure: Measure) -> WithinPersonVariation? { known[measure] }

  private static let known: [Measure: WithinPersonVariation] = [
    // 0.85 semitones: within one session, 8 adults × 6 vowels (Little et al. 2009, UCI Parkinsons);
    // no figure from session to session is known.
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

  /// Three times as much varies by the same ratio: so does DDP.
  private static let rap = WithinPersonVariation(session: 0.163, recording: 0.434)

  /// Three times as much varies by the same ratio: so does DDA.
  private static let apq3 = WithinPersonVariation(session: 0.2, recording: 0.371)
}
