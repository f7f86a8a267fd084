// What a person agreed to is obeyed: what nobody agreed to is not analysed, and of what may not be stored
// there is the quick answer and no more: no sound, no answers, no further results. The header says so, for
// what was told of the recording may be gone when that is asked again.

internal import RecordStore
internal import VoiceTypes

/// What a recording of which no consent was told is taken for.
package enum ConsentRule: String, CaseIterable, Sendable {
  /// As one that somebody agreed to elsewhere: what is told is obeyed, and nothing needs to be told.
  case told
  /// As one that somebody agreed to have analysed, and not to have kept.
  case required
}

extension JobContext {
  /// What is known of the person of a recording: what was told with it, and else what the store knows.
  func person(of sidecar: Sidecar?) throws -> Person? {
    guard let told = sidecar?.person else { return nil }
    let user = store.userHash(of: told.profile.userID)
    return try storedPerson(user).map { $0.merging(told) } ?? told
  }

  /// What the store knows of a person; nil for nothing that can be used.
  func storedPerson(_ user: UserHash) throws -> Person? {
    try store.person(for: user).flatMap { try? Person(json: $0.person, mode: .firstFault) }
  }

  /// Whether a recording with what was told of it may be used for a purpose.
  func allows(_ purpose: ConsentPurpose, _ sidecar: Sidecar?) throws -> Bool {
    let person = try person(of: sidecar)
    guard let consent = sidecar?.agreed ?? person?.consent else {
      return settings.consent == .told || purpose == .analysis
    }
    return consent.allows(purpose, at: person?.profile.age)
  }

  /// Takes in what may be kept of a recording.
  func judgeStorage(_ header: inout SessionHeader, _ sidecar: Sidecar?) throws {
    header.storage = try allows(.storage, sidecar) ? nil : .quickAnswer
  }

  /// Removes what was kept with a consent that is taken back with a recording.
  func withdrawIfTakenBack(by job: Job) throws {
    guard try !mayKeepSound(of: job),
      case .usable(let sidecar) = try toldFile(at: job.sidecar, of: nil)
    else { return }
    try withdrawIfTakenBack(sidecar, besides: job.session)
  }

  /// Removes what was kept with a consent that is taken back.
  /// - Parameter own: The session of the recording that says so, if it stays.
  /// - Returns: Whether it was taken back.
  @discardableResult
  func withdrawIfTakenBack(_ sidecar: Sidecar?, besides own: SessionID?) throws -> Bool {
    guard let profile = sidecar?.profile, let agreed = sidecar?.agreed else { return false }
    let former = try storedPerson(store.userHash(of: profile.userID))?.consent
    guard agreed.withdrawsStorageConsent(after: former) else { return false }
    let gone = try store.withdraw(profile.userID, besides: own)
    do {
      for session in gone { try reporter.withdrawn(session) }
      if !gone.isEmpty {
        try reporter.events?.forget(purged: { (try? store.wasPurged($0)) == true })
      }
    } catch {
      throw StoreError.fileSystem(error)
    }
    return true
  }

  /// Whether the sound of a recording may be kept, in its session or where people find it.
  func mayKeepSound(of job: Job) throws -> Bool {
    try session(of: job).header()?.storage == nil
  }

  /// For a recording that may not be used for a purpose.
  static func withheld(_ purpose: ConsentPurpose) -> StateFault {
    StateFault(purpose == .analysis ? FaultText.noConsent : .noConsentToStorage)
  }
}
