// Consent. Without consent to analysis, no analysis runs; without consent to storage only the quick
// answer is stored: no audio, no answers, no further results. The header notes it, because the
// sidecar may be gone when it is asked again.

package import RecordStore
package import VoiceTypes

/// The storage of recordings without consent data.
package enum ConsentRule: String, CaseIterable, Sendable {
  /// All results: consent was given elsewhere.
  case optional
  /// The quick result only.
  case required
}

extension RecordStore {
  /// The stored person, merged with newer values; nil without both.
  func person(_ user: UserHash?, merging given: Person?) throws(StoreError) -> Person? {
    guard let user, let known = try person(for: user)?.decoded() else { return given }
    return given.map(known.merging) ?? known
  }
}

extension JobContext {
  /// The person of a sidecar, merged with the stored one.
  func person(of sidecar: Sidecar?) throws -> Person? {
    guard let given = sidecar?.person else { return nil }
    let user = store.userHash(of: given.profile.userID)
    return try storedPerson(user).map { $0.merging(given) } ?? given
  }

  /// Nil for a person who is not stored or cannot be read.
  func storedPerson(_ user: UserHash) throws -> Person? {
    try store.person(for: user).flatMap { try? Person(json: $0.content, mode: .firstFault) }
  }

  /// Whether a recording may be used for a purpose.
  func allows(_ purpose: ConsentPurpose, _ sidecar: Sidecar?) throws -> Bool {
    let person = try person(of: sidecar)
    guard let consent = sidecar?.agreed ?? person?.consent else {
      return settings.consent == .optional || purpose == .analysis
    }
    return consent.allows(purpose, at: person?.profile.age)
  }

  /// Sets the storage of the header by the consent.
  func judgeStorage(_ header: inout SessionHeader, _ sidecar: Sidecar?) throws {
    header.storage = try allows(.storage, sidecar) ? nil : .quickAnswer
  }

  /// Purges the data of a consent that this recording withdraws, also of a recording that failed.
  func purgeIfWithdrawn(by job: Job) throws {
    var isStorable = false
    try ignoringUnusableSession {
      isStorable = try session(of: job).header().map { $0.storage == nil } ?? false
    }
    guard !isStorable, case .usable(let sidecar) = try readSidecar(at: job.sidecar, of: nil) else {
      return
    }
    try purgeIfWithdrawn(sidecar, except: job.session)
  }

  /// Purges the data of a withdrawn consent.
  /// - Parameter own: The session of the withdrawal, if it stays.
  /// - Returns: Whether the consent was withdrawn.
  @discardableResult
  func purgeIfWithdrawn(_ sidecar: Sidecar?, except own: SessionID?) throws -> Bool {
    guard let userID = try withdrawingUser(sidecar) else { return false }
    let gone = try store.withdraw(userID, except: own)
    for session in gone { try reporter.withdrawn(session) }
    guard !gone.isEmpty else { return true }
    do {
      try reporter.events?.delete(purged: { (try? store.wasPurged($0)) == true })
    } catch {
      throw StoreError.fileSystem(error)
    }
    return true
  }

  /// The id of a person who withdraws the consent to storage; nil for another sidecar.
  func withdrawingUser(_ sidecar: Sidecar?) throws -> String? {
    // Only a possible withdrawal needs the stored person, which may be unreadable.
    guard let profile = sidecar?.profile, let agreed = sidecar?.agreed,
      agreed.withdrawsStorageConsent(after: nil)
    else { return nil }
    let former = try storedPerson(store.userHash(of: profile.userID))?.consent
    return agreed.withdrawsStorageConsent(after: former) ? profile.userID : nil
  }

  /// Whether the audio of a recording may be stored or quarantined.
  func mayStoreAudio(of job: Job) throws -> Bool { try session(of: job).header()?.storage == nil }

  /// The fault of a recording without consent to a purpose.
  static func withheld(_ purpose: ConsentPurpose) -> StateFault {
    StateFault(purpose == .analysis ? FaultText.noConsent : .noConsentToStorage)
  }
}

// Consent to a purpose per session: the last consent of the person and that of the recording must
// both allow it. Without any consent the answer is no.

/// Sessions of people who consented to a purpose.
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
    let sidecar = Sidecar(stored: results?.answers)
    // A session of another store has the user hash of that store.
    let named = sidecar?.profile.map { store.userHash(of: $0.userID) }
    let user = named ?? results?.header?.user
    let person = try user.flatMap { user throws(StoreError) in try self.person(user) }
    let agreed = person?.consent.map { $0.allows(purpose, at: person?.profile.age) }
    if agreed == true, let user { people.insert(user) }
    let own = sidecar?.agreed?.allows(purpose, at: sidecar?.profile?.age ?? person?.profile.age)
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
      _ = try store.withdraw(id, except: nil)
      return .withdrawn
    }
    let missing = person.missing(for: .complete)
    guard missing.isEmpty || required == .partial else { return .lacking(missing) }
    _ = try store.save(person, for: user, reason: reason)
    return .kept(person)
  }
}
