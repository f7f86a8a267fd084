// State transitions by event. An event without a transition is refused with a reason.

internal import VoiceTypes

extension OnboardingFlow {
  /// Applies an event and returns the actions.
  mutating func apply(_ event: FlowEventKind) throws(FlowRefusal) -> [FlowEffect] {
    guard !event.namesNothing else { throw refusal(.namesNothing) }
    switch (position, event) {
    case (_, .resumed): return resume()
    case (_, .signedUp(let method, let person)): return try signUp(method, person)
    case (.explainer, .explainerRead): return enter(.userInfoForm)
    case (.userInfoForm, .profileGiven):
      return [log(.profileCompleted)] + enter(.recording(.sustainedVowel, .microphone))
    case (.userInfoForm, .profileFaulty(let faults)):
      return [
        log(.profileFaulty) { $0.fields = faults.fields }, .showError(FlowError(faults: faults)),
      ]
    case (.recording(let task, let phase), _): return try record(task, phase, event)
    case (.finalStep(let phase), _): return try applyFinalStep(phase, event)
    case (.completed(.noBaseline), .retried): return beginVisit()
    case (.completed(.baselineHeld), .followUp(let permission)):
      return try beginFollowUp(permission)
    default: throw unexpected(event)
    }
  }

  /// Enters a position; shows the step if it changes.
  mutating func enter(_ next: FlowPosition) -> [FlowEffect] {
    let former = position.step
    position = next
    guard next.step != former else { return pending.filter { $0 != .show(next.step) } }
    return [log(.stepEntered)] + pending
  }

  private mutating func signUp(
    _ method: SignupMethod, _ person: String
  ) throws(FlowRefusal) -> [FlowEffect] {
    guard let former = self.method else {
      (self.method, self.person) = (method, person)
      return [log(.started), log(.signedUp) { $0.method = method }] + enter(.explainer)
    }
    guard former == .guest, method != .guest, let guest = self.person else {
      throw refusal(.alreadySignedUp)
    }
    (self.method, self.person) = (method, person)
    let adoption = guest == person ? [] : [FlowEffect.linkGuest(guest, to: person)]
    return [log(.signedUp) { $0.method = method }] + adoption
  }

  /// Resumes at the microphone request if a recording was in progress: the recording is lost with
  /// its device, and the new device has its own microphone.
  private mutating func resume() -> [FlowEffect] {
    if case .recording(let task, let phase) = position,
      phase.isBeforeRecording || phase == .recording
    {
      position = .recording(task, .microphone)
    }
    return [log(.resumed)] + pending
  }

  // MARK: - Refusals and the log

  func refusal(_ code: FlowRefusal.Code) -> FlowRefusal {
    FlowRefusal(code: code, position: position)
  }

  /// Returns the refusal of an event without a transition.
  func unexpected(_ event: FlowEventKind) -> FlowRefusal {
    if position.step == .completed { return refusal(.journeyCompleted) }
    if event == .skipped { return refusal(.cannotBeSkipped) }
    return refusal(event.steps?.contains(position.step) == true ? .notNow : .wrongStep)
  }

  func log(
    _ name: FlowLogEntry.Name, _ configure: (inout FlowLogEntry) -> Void = { _ in }
  ) -> FlowEffect {
    var entry = FlowLogEntry(name: name, step: position.step)
    configure(&entry)
    return .log(entry)
  }
}
