// An upload during a store outage is queued on this machine and answered with 202. When the store
// is available again, it is submitted to the flow like a new upload.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

extension ServerContext {
  package var waitingTakes: Int { takes?.count ?? 0 }

  func hasTakes(of visitor: AuthenticatedUser) -> Bool { (takes?.count(of: visitor.user) ?? 0) > 0 }

  /// Saves an upload while the store is unavailable.
  /// - Returns: The 202 response; nil when the store is available or local, or the queue is full.
  func save(_ take: Upload, of visitor: AuthenticatedUser) async throws -> APIResponse? {
    guard let takes, !state.isStopping, try !isWithGuests(visitor.person), isAway else {
      return nil
    }
    let now = now
    let isKept = try await turns.during(visitor.person) {
      try takes.save(take, of: visitor.person, visitor.user, at: now)
    }
    guard isKept else { return nil }
    deliverPendingUploads(of: visitor.person)
    return APIResponse(
      202,
      json: [
        "schema": "sagevoice/recording-kept/1", "sha256": .string(take.sha256),
        "kept_at": .string(now.text),
      ])
  }

  /// Whether the store is unavailable.
  private var isAway: Bool {
    do throws(StoreError) {
      try store.checkConnection()
      return false
    } catch {
      return error.isTransient
    }
  }

  /// Resumes the delivery of pending uploads after a restart.
  package func resumeUploadDelivery() {
    for person in takes?.people ?? [] { deliverPendingUploads(of: person) }
  }

  /// Starts the delivery of the pending uploads of a person, with exponential backoff.
  func deliverPendingUploads(of person: String) {
    let visitor = visitor(as: person)
    guard let takes, takes.beginWay(of: visitor.user) else { return }
    Task(executorPreference: threads) {
      var pause = ExponentialBackoff()
      while !state.isStopping, !takes.endWayIfEmpty(of: visitor.user) {
        do {
          try await bringNext(of: visitor, takes)
          pause.startOver()
        } catch {
          let fault = fault(error)
          // A persistent error is retried at the next start.
          guard fault.isTransient else {
            note("a pending upload was not submitted: \(fault.code)")
            return takes.endWay(of: visitor.user)
          }
          await pause.wait()
        }
      }
    }
  }

  /// Submits the oldest pending upload of a user. A refused upload is deleted.
  private func bringNext(of visitor: AuthenticatedUser, _ takes: PendingUploadQueue) async throws {
    guard let take = try takes.oldest(of: visitor.user) else { return }
    do {
      let desk = try at(visitor.person)
      try await desk.makeReady(for: take, of: visitor)
      _ = try await desk.submit(take, of: visitor)
    } catch {
      let fault = fault(error)
      guard !fault.isTransient, fault.code != FaultCode.storeFault.rawValue else { throw fault }
      note("a pending upload is no longer requested: \(fault.code)")
    }
    try forget(take, of: visitor)
  }

  /// Deletes a pending upload that has a session or is no longer requested.
  func forget(_ take: Upload, of visitor: AuthenticatedUser) throws {
    try takes?.remove(take, of: visitor.user)
  }

  /// Resumes the flow of a user and advances it to the recording request of an upload. The
  /// microphone permission existed at the time of the recording.
  private func makeReady(for take: Upload, of visitor: AuthenticatedUser) async throws {
    try await turns.during(visitor.person) {
      try await goOnByItself(visitor)
      var run = try run(of: visitor)
      let view = OnboardingResponse(journey: run.journey)
      guard let place = take.place, place == view.place, view.may.contains("microphone") else {
        return
      }
      _ = try await run.apply(.microphone(.granted))
    }
  }

  func deletePendingUploads(of person: String) throws {
    try takes?.removeAll(of: home.store.userHash(of: person))
  }
}

extension PendingUploadQueue {
  /// The JSON Schema of the 202 response.
  static let jsonSchema = JSONValue.record([
    "schema": ["const": "sagevoice/recording-kept/1"], "sha256": .anyText, "kept_at": .anyText,
  ])
}
