// Consent to a purpose per session: the last consent of the person and that of the recording must
// both allow it. Without any consent the answer is no.

package import RecordStore
package import VoiceTypes

/// Sessions whose people consented to a purpose.
package struct AgreedSessions: Sendable {
  /// Those that may be used, in the given order.
  package private(set) var sessions: [SessionID] = []

  /// The number of the others.
  package private(set) var leftOut = 0

  /// The people who consented.
  package private(set) var people: Set<UserHash> = []

  private let purpose: ConsentPurpose
  private let store: RecordStore
  /// The stored people so far; nil for an unknown one.
  private var known: [UserHash: Person?] = [:]

  package init(
    to purpose: ConsentPurpose, among sessions: [SessionID], in store: RecordStore
  ) throws(StoreError) {
    (self.purpose, self.store) = (purpose, store)
    for session in sessions {
      if try isAgreed(session) { self.sessions.append(session) } else { leftOut += 1 }
    }
  }

  private mutating func isAgreed(_ session: SessionID) throws(StoreError) -> Bool {
    let results = try store.sessionResults(of: session)
    let sidecar = StoredSidecar(results?.answers)
    // A session of another store has the user hash of that store.
    let named = sidecar.person.map { store.userHash(of: $0.profile.userID) }
    let user = named ?? results?.header?.user
    let person = try user.flatMap { user throws(StoreError) in try self.person(user) }
    let agreed = person?.consent.map { $0.allows(purpose, at: person?.profile.age) }
    if agreed == true, let user { people.insert(user) }
    let own = sidecar.agreed.map {
      $0.allows(purpose, at: sidecar.person?.profile.age ?? person?.profile.age)
    }
    let answers = [agreed, own].compactMap(\.self)
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  private mutating func person(_ user: UserHash) throws(StoreError) -> Person? {
    if let known = known[user] { return known }
    let person = try store.person(for: user)?.decoded()
    known[user] = .some(person)
    return person
  }
}
