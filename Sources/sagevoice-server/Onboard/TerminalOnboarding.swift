// The onboarding flow in a terminal: shows each step, asks for its input and reports the result.

import CommandSupport
import JobRunner
import Onboarding
import RecordStore
import VoicePipeline
import VoiceTypes

/// The terminal session of one person.
struct TerminalOnboarding {
  private let parts: OnboardingRun.Parts
  private let store: RecordStore
  private var recordings: Recordings
  private let profile: [UInt8]?

  init(
    _ parts: OnboardingRun.Parts, in store: RecordStore, _ recordings: Recordings, profile: [UInt8]?
  ) {
    (self.parts, self.store, self.profile) = (parts, store, profile)
    self.recordings = recordings
  }

  /// Runs the flow until it ends or input ends; nil starts a guest.
  mutating func lead(_ user: String?, for purpose: VisitPurpose) async throws -> OnboardingFlow {
    let person = user ?? AnonymousID.fresh()
    if user == nil { Dialogue.say(commandText("onboard.id", ["person": person])) }
    var former = try OnboardingRun(of: person, parts)
    if purpose == .followUp, former?.journey.purpose != .followUp {
      former = try OnboardingRun(holdingBaselineOf: person, parts) ?? former
    }
    guard purpose == .baseline || former?.journey.purpose == .followUp else {
      throw CommandFault(.refused, commandText("onboard.follow_up_without_baseline"))
    }
    guard var run = former else {
      var run = OnboardingRun(parts)
      let method: SignupMethod = AnonymousID.isAnonymous(person) ? .guest : .staff
      try await perform(run.apply(.signedUp(method, person: person)), of: run)
      return try await go(&run)
    }
    try await perform(run.apply(beginning(of: run.journey, for: purpose)), of: run)
    return try await go(&run)
  }

  /// Returns the event that resumes a flow.
  private func beginning(of journey: OnboardingFlow, for purpose: VisitPurpose) -> FlowEventKind {
    switch journey.position {
    // The runner decides whether a follow-up is due.
    case .completed(.baselineHeld) where purpose == .followUp: .followUp(.granted)
    case .completed(.noBaseline) where recordings.hasMore: .retried
    default: .resumed
    }
  }

  /// Returns the fault of given but unread files; nil without any.
  func unreadFiles(after journey: OnboardingFlow) -> CommandFault? {
    guard !recordings.unread.isEmpty else { return nil }
    let isHeld = journey.position == .completed(.baselineHeld)
    return CommandFault(
      status: .refused,
      messages: recordings.unread.map { file in
        switch (isHeld, recordings.hasUsed) {
        case (true, true): commandText("onboard.unread.surplus", ["file": file])
        case (true, false): commandText("onboard.unread.baseline", ["file": file])
        case (false, _): commandText("onboard.unread", ["file": file])
        }
      })
  }

  /// Performs the steps until the flow ends or input ends.
  private mutating func go(_ run: inout OnboardingRun) async throws -> OnboardingFlow {
    while let happening = try next(&run) {
      switch happening {
      case .event(let event): try await perform(run.apply(event), of: run)
      case .recording(let source):
        defer { recordings.deleteRecorded() }
        try await perform(run.apply(source), of: run)
      case .last(let event):
        try await perform(run.apply(event), of: run)
        return run.journey
      }
    }
    return run.journey
  }

  private enum Next {
    case event(FlowEventKind)
    case recording(RecordingSource)
    /// The last event before the command ends.
    case last(FlowEventKind)
  }

  private mutating func next(_ run: inout OnboardingRun) throws -> Next? {
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
    case .finalStep(.refused):
      return recordings.hasMore && run.journey.roundsLeft > 0 ? .event(.retried) : .event(.skipped)
    }
  }

  // MARK: - Steps

  private func form(of journey: OnboardingFlow) throws -> Next? {
    let id = journey.person ?? ""
    let user = store.userHash(of: id)
    let former = try store.person(for: user)?.decoded()
    let form: PersonForm
    do {
      form = try PersonForm(of: id, former, file: profile, at: parts.environment.timestamp())
    } catch {
      return faulty(error.faults)
    }
    guard let person = form.person else {
      endInput(of: id)
      return nil
    }
    let registration = PersonRegistration(in: store, reason: "onboarding")
    let outcome = try registration.register(person, of: id, .complete)
    switch outcome {
    case .kept: return .event(.profileGiven)
    case .lacking(let faults): return faulty(faults)
    case .withdrawn:
      Dialogue.say(commandText("onboard.no_consent"))
      return nil
    }
  }

  /// Prints the faults of the profile per field, and ends the run.
  private func faulty(_ faults: [ProfileFault]) -> Next {
    faults.forEach { Dialogue.say(OnboardText.text(of: $0)) }
    return .last(.profileFaulty(faults))
  }

  private mutating func record(_ run: OnboardingRun) throws -> Next? {
    guard let request = run.journey.request else { return nil }
    switch recordings.next(request) {
    case .none:
      if !recordings.areGiven { endInput(of: run.journey.person ?? "") }
      return nil
    case .skipped: return .event(.skipped)
    case .file(let path): return .recording(run.recording(.file(path: path)))
    }
  }

  /// Prints how the person continues after the end of input.
  private func endInput(of person: String) {
    Dialogue.say("\n" + commandText("onboard.input_ended", ["person": person]))
  }

  // MARK: - Output

  private func perform(_ actions: [FlowEffect], of run: OnboardingRun) throws {
    for action in actions {
      switch action {
      case .show(let step): Dialogue.say(OnboardText.text(of: step))
      // The form prints each fault of a profile.
      case .showError(let error) where error.code == .profileFaulty: continue
      case .showError(let error): Dialogue.say(OnboardText.text(of: error))
      case .record(let request): Dialogue.say(OnboardText.text(of: request))
      case .file(let outcome):
        let day = try run.followUpOffer()?.day
        Dialogue.say(OnboardText.text(of: outcome, run.journey.followUp, from: day))
      case .askForMicrophone, .analyse, .makeBaseline, .compare, .linkGuest, .log: continue
      }
    }
  }
}

extension JourneyFault: CommandError {
  var fault: CommandFault {
    let status: ExitStatus =
      switch self {
      case .store(let error): ExitStatus(of: error)
      case .refusal, .unreadable, .submission(.unusableName), .submission(.tooLarge): .refused
      case .submission, .stopped: .inputOutputError
      }
    return CommandFault(status, description)
  }
}
