// Each request loads the onboarding flow from the store and saves it again.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

extension ServerContext {
  func run(of visitor: AuthenticatedUser) throws -> OnboardingRun {
    // The flow is missing after an erasure or a withdrawal of consent.
    guard let run = try OnboardingRun(of: visitor.person, journeys) else {
      throw APIFault(.notSignedIn)
    }
    return run
  }

  /// Returns the view of a flow. Resumes a flow that can continue without its user.
  func view(of visitor: AuthenticatedUser) throws -> OnboardingResponse {
    let run = try run(of: visitor)
    let waits = try continuesAutomatically(run)
    if waits, !turns.isTaken(visitor.person), !state.isStopping {
      Task(executorPreference: threads) {
        if await goOn(visitor) == .waits { goOnOnceBack(visitor) }
      }
    }
    let hasTakes = hasTakes(of: visitor)
    if hasTakes { deliverPendingUploads(of: visitor.person) }
    return try view(of: run, waits: waits || hasTakes)
  }

  /// Returns the view of a flow with the offer of its next follow-up session.
  func view(of run: OnboardingRun, waits: Bool? = nil) throws -> OnboardingResponse {
    let offer = try run.followUpOffer()
    return OnboardingResponse(journey: run.journey, waits: waits, followUp: offer)
  }

  /// Returns whether a flow can continue without its user: an analysis is pending, or a recording
  /// was spooled before a server stop.
  private func continuesAutomatically(_ run: OnboardingRun) throws -> Bool {
    if run.journey.continuesAutomatically { return true }
    return try run.heldSession() != nil
  }

  /// Resumes a flow with exponential backoff after a transient store error. The queue of the user
  /// stays free between attempts.
  func goOnOnceBack(_ visitor: AuthenticatedUser) {
    Task(executorPreference: threads) {
      var pause = ExponentialBackoff()
      while true {
        await pause.wait()
        guard !state.isStopping, await goOn(visitor) == .waits else { return }
      }
    }
  }

  /// The result of resuming a flow.
  private enum GoingOn {
    case went
    /// A transient error; a retry is due.
    case waits
  }

  /// Resumes a flow in the queue of its user.
  private func goOn(_ visitor: AuthenticatedUser) async -> GoingOn {
    do {
      try await turns.during(visitor.person) {
        try await goOnByItself(visitor)
      }
      return .went
    } catch {
      let fault = fault(error)
      note("an onboarding did not continue: \(fault.code)")
      return fault.isTransient && !state.isStopping ? .waits : .went
    }
  }

  /// Resumes a flow as far as possible without its user. The caller holds the queue of the user.
  func goOnByItself(_ visitor: AuthenticatedUser) async throws {
    var run = try run(of: visitor)
    // In one step: an intermediate state would ask the user for a recording.
    if let held = try run.beginHeld() {
      _ = try await run.perform(effects: held.actions)
      return
    }
    guard run.journey.continuesAutomatically else { return }
    _ = try await run.apply(.resumed)
  }

  /// Applies an event to a flow.
  ///
  /// - Parameter tag: The required ETag of the flow; nil accepts any state.
  func apply(
    _ event: FlowEventKind, to visitor: AuthenticatedUser, at tag: String? = nil
  ) async throws -> OnboardingResponse {
    do {
      return try await turns.during(visitor.person) {
        var run = try run(of: visitor)
        try check(tag, of: run)
        _ = try await run.apply(event)
        return try view(of: run)
      }
    } catch {
      // The event may be saved while its actions are not.
      let fault = fault(error)
      if fault.isTransient { goOnOnceBack(visitor) }
      throw fault
    }
  }

  /// Begins the flow of a new guest.
  func begin(_ person: String) async throws -> OnboardingResponse {
    var run = OnboardingRun((guests?.place ?? home).journeys)
    _ = try await run.apply(.signedUp(.guest, person: person))
    return OnboardingResponse(journey: run.journey)
  }

  func check(_ tag: String?, of run: OnboardingRun) throws {
    guard let tag, tag != OnboardingResponse(journey: run.journey).tag else { return }
    throw APIFault(.journeyMoved)
  }

  /// Returns the fault of a flow error. Logs an error of the spool or the store.
  func journeyFault(_ fault: JourneyFault) -> APIFault {
    switch fault {
    case .refusal(let refusal): return APIFault(refusal)
    case .submission(.busy): return APIFault(.busy)
    case .submission(.notRunning), .stopped: return APIFault(.stopping)
    case .submission(.tooLarge): return APIFault(.bodyTooLarge)
    case .submission(.disk(_, let isTransient)):
      note("the spool cannot store a recording")
      return APIFault(isTransient ? .busy : .storeFault)
    case .submission(let fault): return APIFault(.recordingRefused, detail: fault.description)
    case .store(let error): return self.fault(error)
    case .unreadable:
      note("an onboarding state is unreadable")
      return APIFault(.storeFault)
    }
  }
}
