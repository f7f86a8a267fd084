extension Person {
  /// Merges newly reported data into this person. Fields that `now` lacks keep their values.
  public func told(_ now: Person) -> Person {
    var person = Person(profile.told(now.profile))
    person.identifiers =
      identifiers.filter { former in
        !now.identifiers.contains { $0.system == former.system }
      } + now.identifiers
    person.site = now.site ?? site
    person.takenInBy = now.takenInBy ?? takenInBy
    person.appVersion = now.appVersion ?? appVersion
    person.consent = now.consent ?? consent
    return person
  }
}

extension UserProfile {
  /// Merges newly reported data into this profile.
  fileprivate func told(_ now: UserProfile) -> UserProfile {
    var profile = UserProfile(userID: now.userID)
    profile.age = now.age ?? age
    profile.genderIdentity = now.genderIdentity ?? genderIdentity
    profile.sexAssignedAtBirth = now.sexAssignedAtBirth ?? sexAssignedAtBirth
    profile.voiceReference = now.voiceReference ?? voiceReference
    profile.voiceConditions = now.voiceConditions ?? voiceConditions
    profile.diagnosedConditions = now.diagnosedConditions ?? diagnosedConditions
    profile.suspectedConditions = now.suspectedConditions ?? suspectedConditions
    profile.deviceModel = now.deviceModel ?? deviceModel
    profile.osVersion = now.osVersion ?? osVersion
    profile.createdAt = now.createdAt ?? createdAt
    profile.unknownMembers = UnknownMembers.merged(unknownMembers, now.unknownMembers)
    return profile
  }
}
