// What a person told, as a document repeats it.

/// What the person told of their health, shown beside the numbers. It moves no limit.
public struct ReportedConditions: Sendable, Equatable {
  /// Conditions of the voice; empty when not told.
  public var voice: [String]

  /// Diagnosed conditions; empty when not told.
  public var diagnosed: [String]

  /// Suspected conditions; nil when not told.
  public var suspected: [String]?

  /// The conditions of a profile.
  public init(of profile: UserProfile) {
    voice = profile.voiceConditions ?? []
    diagnosed = profile.diagnosedConditions ?? []
    suspected = profile.suspectedConditions
  }
}
