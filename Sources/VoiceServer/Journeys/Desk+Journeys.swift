// Journeys over HTTP: each request takes up the journey where the store has it, and leaves it there.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

extension Desk {
  /// The journey of somebody who is signed in.
  func run(of visitor: Visitor) throws(APIFault) -> JourneyRun {
    let (journeys, person) = (journeys, visitor.person)
    let run = try led { () throws(JourneyFault) in try JourneyRun(of: person, journeys) }
    // Who was erased, or took their consent back, is nobody's any more.
    guard let run else { throw APIFault(.notSignedIn) }
    return run
  }

  /// Where a journey is. What can go on by itself, and waits since the server ended, goes on.
  func view(of visitor: Visitor) throws(APIFault) -> JourneyView {
    let run = try run(of: visitor)
    let waits = try goesOnByItself(run)
    if waits, !turns.isTaken(visitor.person), !state.isStopping {
      Task(executorPreference: threads) {
        if await goOn(visitor) == .waits { goOnOnceBack(visitor) }
      }
    }
    let hasTakes = hasTakes(of: visitor)
    if hasTakes { bringTakes(of: visitor.person) }
    return try view(of: run, waits: waits || hasTakes)
  }

  /// The view of a journey, with its next follow-up session.
  func view(of run: JourneyRun, waits: Bool? = nil) throws(APIFault) -> JourneyView {
    let offer = try led { () throws(JourneyFault) in try run.followUpOffer() }
    return JourneyView(journey: run.journey, waits: waits, followUp: offer)
  }

  /// Whether a journey goes on without its person: something is worked on, or the recording that is asked for
  /// came to a server that ended before the journey heard of it.
  private func goesOnByItself(_ run: JourneyRun) throws(APIFault) -> Bool {
    if run.journey.goesOnByItself { return true }
    return try led { () throws(JourneyFault) in try run.heldSession() } != nil
  }

  /// Lets a journey go on that stopped where it could not be kept, once the store is there again. Its person
  /// gets answers meanwhile: nobody has a turn of theirs.
  func goOnOnceBack(_ visitor: Visitor) {
    Task(executorPreference: threads) {
      var pause = GrowingPause()
      while true {
        await pause.wait()
        guard !state.isStopping, await goOn(visitor) == .waits else { return }
      }
    }
  }

  /// What came of letting a journey go on.
  private enum GoingOn {
    case went
    /// The store was away.
    case waits
  }

  /// Lets a journey go on that can by itself; by the time of its turn somebody else may have.
  private func goOn(_ visitor: Visitor) async -> GoingOn {
    do throws(APIFault) {
      try await turns.during(visitor.person) { () async throws(APIFault) in
        try await goOnByItself(visitor)
      }
      return .went
    } catch {
      note("a journey did not go on: \(error.code)")
      return error.isPassing && !state.isStopping ? .waits : .went
    }
  }

  /// Lets a journey go on as far as it does by itself. For whoever has the turn of its person.
  func goOnByItself(_ visitor: Visitor) async throws(APIFault) {
    var run = try run(of: visitor)
    // Without a state between, in which it would seem to wait for its person.
    if let held = try led({ () throws(JourneyFault) in try run.beginHeld() }) {
      _ = try await led { () async throws(JourneyFault) in
        try await run.goOn(with: held.actions)
      }
      return
    }
    guard run.journey.goesOnByItself else { return }
    _ = try await led { () async throws(JourneyFault) in try await run.take(.resumed) }
  }

  /// Lets something happen on a journey.
  ///
  /// - Parameter tag: Where it has to be; nil for wherever it is.
  func happen(
    _ happening: JourneyHappening, to visitor: Visitor, at tag: String? = nil
  ) async throws(APIFault) -> JourneyView {
    do throws(APIFault) {
      return try await turns.during(visitor.person) { () async throws(APIFault) in
        var run = try run(of: visitor)
        try check(tag, of: run)
        _ = try await led { () async throws(JourneyFault) in try await run.take(happening) }
        return try view(of: run)
      }
    } catch {
      // It may have been kept, and what follows from it not.
      if error.isPassing { goOnOnceBack(visitor) }
      throw error
    }
  }

  /// Begins the journey of a new guest.
  func begin(_ person: String) async throws(APIFault) -> JourneyView {
    var run = JourneyRun((guests?.place ?? home).journeys)
    _ = try await led { () async throws(JourneyFault) in
      try await run.take(.signedUp(.guest, person: person))
    }
    return JourneyView(journey: run.journey)
  }

  func check(_ tag: String?, of run: JourneyRun) throws(APIFault) {
    guard let tag, tag != JourneyView(journey: run.journey).tag else { return }
    throw APIFault(.journeyMoved)
  }

  /// Does something with a journey, whose faults are answers.
  func led<Value>(_ body: () throws(JourneyFault) -> Value) throws(APIFault) -> Value {
    do {
      return try body()
    } catch {
      throw fault(error)
    }
  }

  /// The same for what takes its time.
  func led<Value>(
    _ body: () async throws(JourneyFault) -> Value
  ) async throws(APIFault) -> Value {
    do {
      return try await body()
    } catch {
      throw fault(error)
    }
  }

  func fault(_ fault: JourneyFault) -> APIFault {
    switch fault {
    case .refusal(let refusal): return APIFault(refusal)
    case .submission(.busy): return APIFault(.busy)
    case .submission(.notRunning), .stopped: return APIFault(.stopping)
    case .submission(.tooLarge): return APIFault(.bodyTooLarge)
    case .submission(.disk(_, let isTransient)):
      note("the spool takes no recording")
      return APIFault(isTransient ? .busy : .storeFault)
    case .submission(let fault): return APIFault(.recordingRefused, detail: fault.description)
    case .store(let error):
      note("the store: \(error.descriptionForLogs)")
      return APIFault(error.isTransient ? .busy : .storeFault)
    case .unreadable:
      note("a journey cannot be read")
      return APIFault(.storeFault)
    }
  }
}
