// Consent. Without consent to analysis, no analysis runs; without consent to storage only the quick
// answer is stored: no audio, no answers, no further results. The header notes it, because the
// sidecar may be gone when it is asked again.

internal import RecordStore
internal import VoiceTypes

/// The storage of recordings without consent data.
package enum ConsentRule: String, CaseIterable, Sendable {
  /// All results: consent was given elsewhere.
  case optional
  /// The quick result only.
  case required
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
    try purgeIfWithdrawn(sidecar, besides: job.session)
  }

  /// Purges the data of a withdrawn consent.
  /// - Parameter own: The session of the withdrawal, if it stays.
  /// - Returns: Whether the consent was withdrawn.
  @discardableResult
  func purgeIfWithdrawn(_ sidecar: Sidecar?, besides own: SessionID?) throws -> Bool {
    guard let userID = try withdrawingUser(sidecar) else { return false }
    let gone = try store.withdraw(userID, besides: own)
    do {
      for session in gone { try reporter.withdrawn(session) }
      if !gone.isEmpty {
        try reporter.events?.delete(purged: { (try? store.wasPurged($0)) == true })
      }
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
  func mayStoreAudio(of job: Job) throws -> Bool {
    try session(of: job).header()?.storage == nil
  }

  /// The fault of a recording without consent to a purpose.
  static func withheld(_ purpose: ConsentPurpose) -> StateFault {
    StateFault(purpose == .analysis ? FaultText.noConsent : .noConsentToStorage)
  }
}
