// Which sessions somebody agreed to have used for a purpose. The person's last word counts, and what was told
// with the recording itself: where either says no, or nobody was asked, the answer is no.

package import RecordStore
package import VoiceTypes

/// Sessions whose people agreed to a purpose.
package struct AgreedSessions: Sendable {
  /// Those that may be used, in the order in which they were given.
  package private(set) var sessions: [SessionID] = []

  /// How many may not.
  package private(set) var leftOut = 0

  /// The people who agreed, by what is kept of them, as the store knows them.
  package private(set) var people: Set<UserHash> = []

  private let purpose: ConsentPurpose
  private let store: any SessionStore
  /// What people who were asked for agreed to; nil for those of whom nothing is kept.
  private var known: [UserHash: Person?] = [:]

  /// Looks at what was told of sessions, and at what is kept of their people.
  package init(
    to purpose: ConsentPurpose, among sessions: [SessionID], in store: any SessionStore
  ) throws(StoreError) {
    (self.purpose, self.store) = (purpose, store)
    for session in sessions {
      if try isAgreed(session) { self.sessions.append(session) } else { leftOut += 1 }
    }
  }

  private mutating func isAgreed(_ session: SessionID) throws(StoreError) -> Bool {
    let results = try store.sessionResults(of: session)
    let told = ToldBefore(results?.answers)
    // A session that came from another store names the person by that store's hash.
    let named = told.person.map { store.userHash(of: $0.profile.userID) }
    let user = named ?? results?.header?.user
    let person = try user.flatMap { user throws(StoreError) in try self.person(user) }
    let agreed = person?.consent.map { $0.allows(purpose, at: person?.profile.age) }
    if agreed == true, let user { people.insert(user) }
    let own = told.agreed.map {
      $0.allows(purpose, at: told.person?.profile.age ?? person?.profile.age)
    }
    let answers = [agreed, own].compactMap(\.self)
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  private mutating func person(_ user: UserHash) throws(StoreError) -> Person? {
    if let known = known[user] { return known }
    let person = try store.person(for: user)?.told()
    known[user] = .some(person)
    return person
  }
}
