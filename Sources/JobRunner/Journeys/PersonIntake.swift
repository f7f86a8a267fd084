// What a person tells about themselves on a journey, and what they agree to: added to what is known of them,
// and kept, unless it takes back what all of it rests on.

package import RecordStore
package import VoiceTypes

/// Takes in what people tell.
package struct PersonIntake: Sendable {
  /// What came of it.
  package enum Outcome: Sendable {
    /// It is kept.
    case kept(Person)
    /// It is not kept, since this is missing.
    case lacking([ProfileFault])
    /// Consent to storage was taken back, and nothing of the person is kept any more.
    case withdrawn
  }

  /// How much has to be known of a person for it to be kept.
  package enum Demand: Sendable {
    case complete
    case asFarAsTold
  }

  private let store: any SessionStore
  private let reason: String

  /// Takes in what people tell to a store.
  /// - Parameter reason: Why it is kept, for the audit log.
  package init(in store: any SessionStore, reason: String) {
    (self.store, self.reason) = (store, reason)
  }

  /// Takes in what somebody told.
  /// - Parameter id: Their identifier, whatever they are called in what they told.
  package func take(_ told: Person, of id: String, _ demand: Demand) throws(StoreError) -> Outcome {
    let user = store.userHash(of: id)
    let former = try store.person(for: user)?.told()
    var told = told
    told.profile.userID = id
    let person = (former ?? Person(UserProfile(userID: id))).merging(told)
    if person.consent?.withdrawsStorageConsent(after: former?.consent) ?? false {
      _ = try store.withdraw(id, besides: nil)
      return .withdrawn
    }
    let missing = person.missing(for: .complete)
    guard missing.isEmpty || demand == .asFarAsTold else { return .lacking(missing) }
    _ = try store.keep(person, for: user, reason: reason)
    return .kept(person)
  }
}
