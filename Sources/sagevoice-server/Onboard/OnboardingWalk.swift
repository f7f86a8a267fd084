// A journey in a terminal: each step is shown, what it asks for is asked, and what comes of it is said.

import CommandSupport
import JobRunner
import Onboarding
import RecordStore
import VoicePipeline
import VoiceTypes

/// Leads one person.
struct OnboardingWalk {
  private let parts: JourneyRun.Parts
  private let store: RecordStore
  private var recordings: Recordings
  private let profile: [UInt8]?

  init(
    _ parts: JourneyRun.Parts, in store: RecordStore, _ recordings: Recordings, profile: [UInt8]?
  ) {
    (self.parts, self.store, self.profile) = (parts, store, profile)
    self.recordings = recordings
  }

  /// Leads a person as far as they go; a guest for nil.
  mutating func lead(_ user: String?) async throws(CommandFault) -> Journey {
    let person = user ?? AnonymousID.fresh()
    if user == nil { Dialogue.say("Your id is \(person); --user \(person) goes on from here.") }
    do {
      if var run = try JourneyRun(of: person, parts) {
        try await tell(run.take(.resumed))
        return try await go(&run)
      }
      var run = JourneyRun(parts)
      try await tell(
        run.take(.signedUp(AnonymousID.isOne(person) ? .guest : .staff, person: person)))
      return try await go(&run)
    } catch {
      throw CommandFault(of: error)
    }
  }

  /// Does what the step asks for, until the journey ends or nobody goes on.
  private mutating func go(_ run: inout JourneyRun) async throws(JourneyFault) -> Journey {
    while let happening = try next(&run) {
      switch happening {
      case .event(let event): try await tell(run.take(event))
      case .recording(let source): try await tell(run.take(source))
      case .last(let event):
        try await tell(run.take(event))
        return run.journey
      }
    }
    return run.journey
  }

  private enum Next {
    case event(JourneyHappening)
    case recording(RecordingSource)
    /// Nobody goes on after it.
    case last(JourneyHappening)
  }

  private mutating func next(_ run: inout JourneyRun) throws(JourneyFault) -> Next? {
    switch run.journey.position {
    case .signupMethod, .completed: return nil
    case .explainer: return .event(.explainerRead)
    case .userInfoForm: return try form(of: run.journey)
    case .recording(_, .recording): return try record(run)
    case .recording(_, .refused):
      let isLast = run.journey.attemptsLeft < 1
      return isLast ? .event(.skipped) : recordings.hasMore ? .event(.retried) : nil
    case .recording(_, .quick), .recording(_, .comprehensive), .finalStep(.making):
      return .event(.resumed)
    case .recording: return .event(.microphone(.granted))
    case .finalStep(.refused): return recordings.hasMore ? .event(.retried) : .event(.skipped)
    }
  }

  // MARK: - Steps

  private func form(of journey: Journey) throws(JourneyFault) -> Next? {
    let id = journey.person ?? ""
    let user = store.userHash(of: id)
    let former = try kept { () throws(StoreError) in try store.person(for: user)?.told() }
    let form: PersonForm
    do {
      form = try PersonForm(of: id, former, file: profile)
    } catch {
      return faulty(error.faults)
    }
    guard let person = form.person else { return nil }
    let intake = PersonIntake(in: store, reason: "onboarding")
    let outcome = try kept { () throws(StoreError) in
      try intake.take(person, of: id, .complete)
    }
    switch outcome {
    case .kept: return .event(.profileGiven)
    case .lacking(let faults): return faulty(faults)
    case .withdrawn:
      Dialogue.say("Without consent to storage there is no baseline. Nothing is kept.")
      return nil
    }
  }

  /// What is wrong is told field by field; whoever puts it right comes again.
  private func faulty(_ faults: [ProfileFault]) -> Next {
    faults.forEach { Dialogue.say("  \($0.description)") }
    return .last(.profileFaulty(faults))
  }

  private mutating func record(_ run: JourneyRun) throws(JourneyFault) -> Next? {
    guard let request = run.journey.request else { return nil }
    switch recordings.next(request) {
    case .none: return nil
    case .skipped: return .event(.skipped)
    case .file(let path): return .recording(run.recording(.file(path: path)))
    }
  }

  // MARK: - Telling

  private func tell(_ actions: [JourneyAction]) {
    for action in actions {
      switch action {
      case .show(let step): Dialogue.say(OnboardText.text(of: step))
      case .showError(let error): Dialogue.say("\(error.message).\nTo do: \(error.advice).")
      case .record(let request): Dialogue.say(OnboardText.text(of: request))
      case .file(let outcome): Dialogue.say(OnboardText.text(of: outcome))
      case .askForMicrophone, .analyse, .makeBaseline, .adopt, .log: continue
      }
    }
  }

  private func kept<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(JourneyFault) -> Value {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}

extension CommandFault {
  /// A journey that does not go on.
  fileprivate init(of fault: JourneyFault) {
    switch fault {
    case .store(let fault): self.init(fault)
    case .refusal, .unreadable:
      self.init(status: .refused, messages: [fault.description])
    case .submission(.unusableName), .submission(.tooLarge):
      self.init(status: .refused, messages: [fault.description])
    case .submission, .stopped:
      self.init(status: .inputOutputError, messages: [fault.description])
    }
  }
}
