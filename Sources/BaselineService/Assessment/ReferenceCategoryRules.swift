// Whose pitch a person's is compared with: rules of this project, an engineering choice (the
// article Limits, "The F0 group"). Only F0 depends on the group; nothing is
// inferred from the voice itself.

public import VoiceTypes

extension VoiceDemographic {
  /// Creates the reference for a person; the first rule that applies decides.
  ///
  /// 1. The group that the person chose, at any age.
  /// 2. Gender identity and sex assigned at birth if both name one group.
  /// 3. Both groups together in every other case. Hormones and puberty are neither asked for nor
  ///    guessed.
  public init(of profile: UserProfile) {
    let band = profile.age.map { AgeBand(of: $0) }
    if let choice = profile.voiceReference {
      self.init(band: band, category: choice.category, reason: choice.reason)
    } else if let group = Self.agreedGroup(of: profile) {
      self.init(
        band: band, category: group, reason: TextCatalogue.assessments.text("group.agreed"))
    } else {
      // One sentence for every such case, so that a result does not disclose the case.
      self.init(
        band: band, category: .combined,
        reason: TextCatalogue.assessments.text("group.both"))
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
    TextCatalogue.assessments.text("group.chosen.\(rawValue)")
  }
}
