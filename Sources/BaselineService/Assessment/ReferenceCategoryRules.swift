// Whose pitch a person's is compared with: rules of this project, an engineering choice (the
// article ReferenceLimitsAndStandings, "Whose pitch"). Only F0 depends on the group; nothing is
// inferred from the voice itself.

public import VoiceTypes

extension VoiceDemographic {
  /// The reference for a person; the first rule that applies decides.
  ///
  /// 1. What the person chose to be compared with, at any age.
  /// 2. Gender identity and sex assigned at birth where both name one group.
  /// 3. Both groups together in every other case. Hormones and puberty are not asked for and not
  ///    guessed, so that there is no way from here to a group of one's own.
  public init(of profile: UserProfile) {
    let band = profile.age.map { AgeBand(of: $0) }
    if let choice = profile.voiceReference {
      self.init(band: band, category: choice.category, reason: choice.reason)
    } else if let group = Self.agreedGroup(of: profile) {
      self.init(
        band: band, category: group,
        reason: "gender identity and sex assigned at birth name the same group")
    } else {
      // One sentence for every such case: a result does not tell which of them it was.
      self.init(
        band: band, category: .combined,
        reason: "gender identity and sex assigned at birth, as far as they were told, do not name "
          + "one group, so both groups together are the reference")
    }
  }

  private static func agreedGroup(of profile: UserProfile) -> ReferenceCategory? {
    switch (profile.genderIdentity, profile.sexAssignedAtBirth) {
    case (.woman, .female): .feminine
    case (.man, .male): .masculine
    default: nil
    }
  }
}

extension VoiceReference {
  fileprivate var category: ReferenceCategory? {
    switch self {
    case .feminine: .feminine
    case .masculine: .masculine
    case .combined: .combined
    case .none: nil
    }
  }

  fileprivate var reason: String {
    switch self {
    case .feminine: "the person chose the feminine reference"
    case .masculine: "the person chose the masculine reference"
    case .combined: "the person chose both groups together as the reference"
    case .none: "the person chose no comparison of pitch"
    }
  }
}
