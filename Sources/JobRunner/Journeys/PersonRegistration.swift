package import RecordStore
package import VoiceTypes

/// Registers and updates people: their profile and consent are merged and stored, unless they
/// withdraw consent.
package struct PersonRegistration: Sendable {
  package enum Outcome: Sendable {
    case kept(Person)
    /// Not stored: these members are missing.
    case lacking([ProfileFault])
    /// Consent to storage was withdrawn, and everything of the person is purged.
    case withdrawn
  }

  /// The members that a person must have.
  package enum RequiredFields: Sendable {
    case complete
    case partial
  }

  private let store: RecordStore
  private let reason: String

  /// - Parameter reason: The reason of a change for the audit log.
  package init(in store: RecordStore, reason: String) {
    (self.store, self.reason) = (store, reason)
  }

  /// Merges a profile into the stored person.
  /// - Parameter id: The user id. It takes precedence over the profile.
  package func register(
    _ profile: Person, of id: String, _ required: RequiredFields
  ) throws(StoreError) -> Outcome {
    let user = store.userHash(of: id)
    let former = try store.person(for: user)?.decoded()
    var profile = profile
    profile.profile.userID = id
    let person = (former ?? Person(UserProfile(userID: id))).merging(profile)
    if person.consent?.withdrawsStorageConsent(after: former?.consent) ?? false {
      _ = try store.withdraw(id, besides: nil)
      return .withdrawn
    }
    let missing = person.missing(for: .complete)
    guard missing.isEmpty || required == .partial else { return .lacking(missing) }
    _ = try store.save(person, for: user, reason: reason)
    return .kept(person)
  }
}
