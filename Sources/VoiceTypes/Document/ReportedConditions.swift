/// Self-reported conditions, shown with the numbers. They affect no limit.
public struct ReportedConditions: Sendable, Equatable {
  /// Voice conditions; empty if not reported.
  public var voice: [String]

  /// Diagnosed conditions; empty if not reported.
  public var diagnosed: [String]

  /// Suspected conditions; nil if not reported.
  public var suspected: [String]?

  /// Creates the conditions of a profile.
  public init(of profile: UserProfile) {
    voice = profile.voiceConditions ?? []
    diagnosed = profile.diagnosedConditions ?? []
    suspected = profile.suspectedConditions
  }
}
