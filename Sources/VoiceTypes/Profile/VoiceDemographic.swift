// Whose numbers a person's are compared with, and why theirs.

/// A span of ages within which one set of reference limits holds.
public enum AgeBand: String, CaseIterable, Sendable {
  case from13To15 = "13-15"
  case from16To17 = "16-17"
  case from18To59 = "18-59"
  case from60To90 = "60-90"
  case from91To120 = "91-120"

  /// The ages of the band, in completed years.
  public var years: ClosedRange<Int> {
    switch self {
    case .from13To15: 13...15
    case .from16To17: 16...17
    case .from18To59: 18...59
    case .from60To90: 60...90
    case .from91To120: 91...120
    }
  }

  /// The band that holds an age.
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

/// The group whose pitch a person's is compared with.
public enum ReferenceCategory: String, CaseIterable, Sendable {
  case feminine = "F"
  case masculine = "M"
  /// The union of both.
  case combined
}

/// The reference that was chosen for a person, with the rule that chose it.
public struct VoiceDemographic: Sendable, Equatable {
  /// The band of the person's age; nil when the age is not known.
  public let band: AgeBand?

  /// The group for pitch; nil when the person wants no comparison.
  public let category: ReferenceCategory?

  /// Why this category, in one sentence.
  public let reason: String

  /// A choice that was made before, as a document has it; a profile makes a new one.
  public init(band: AgeBand?, category: ReferenceCategory?, reason: String) {
    self.band = band
    self.category = category
    self.reason = reason
  }
}
