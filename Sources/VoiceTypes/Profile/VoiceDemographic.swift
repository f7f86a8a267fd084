/// Age range of one set of reference limits.
public enum AgeBand: String, CaseIterable, Sendable {
  case from13To15 = "13-15"
  case from16To17 = "16-17"
  case from18To59 = "18-59"
  case from60To90 = "60-90"
  case from91To120 = "91-120"

  /// Creates the band of an age.
  public init(of age: Age) {
    switch age.years {
    case ...15: self = .from13To15
    case ...17: self = .from16To17
    case ...59: self = .from18To59
    case ...90: self = .from60To90
    default: self = .from91To120
    }
  }
}

/// Reference group for pitch.
public enum ReferenceCategory: String, CaseIterable, Sendable {
  case feminine = "F"
  case masculine = "M"
  /// Union of both groups.
  case combined
}

/// Reference group of a person, with the rule that selected it.
public struct VoiceDemographic: Sendable, Equatable {
  /// Age band; nil if the age is unknown.
  public let band: AgeBand?

  /// Reference group for pitch; nil if the person declines the comparison.
  public let category: ReferenceCategory?

  /// Sentence that states the reason for the category.
  public let reason: String

  /// Creates a stored selection. A profile makes a new one.
  public init(band: AgeBand?, category: ReferenceCategory?, reason: String) {
    self.band = band
    self.category = category
    self.reason = reason
  }
}
