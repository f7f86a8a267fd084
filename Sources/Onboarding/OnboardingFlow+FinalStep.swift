// Transitions of the final step and of completed flows. A completed flow can start a new session or a
// follow-up session. The vowels of a follow-up session are compared with the baseline.

internal import VoiceTypes

extension OnboardingFlow {
  /// Enters the final step; refuses a baseline if the round has no usable vowel.
  mutating func enterFinalStep() -> [FlowEffect] {
    guard usableSessions(.sustainedVowel).isEmpty else { return enter(.finalStep(.making)) }
    return refuseBaseline([BaselineFault(JourneyText.noUsableVowel)])
  }

  /// Applies an event at the final step.
  mutating func applyFinalStep(
    _ phase: BaselinePhase, _ event: FlowEventKind
  ) throws(FlowRefusal) -> [FlowEffect] {
    switch (phase, event) {
    case (.making, .baselineHeld(let held)) where purpose == .baseline:
      baseline = held
      return [log(.baselineEstablished) { $0.status = held.status }] + complete(.baselineHeld)
    case (.making, .followedUp(let result, let held)) where purpose == .followUp:
      (followUp, baseline) = (result, held)
      return [log(.followUpCompared) { $0.status = held.status }] + complete(.baselineHeld)
    case (.making, .baselineRefused(let reasons)): return refuseBaseline(reasons)
    case (.refused, .retried):
      guard roundsUsed < plan.rounds else { throw refusal(.noAttemptsLeft) }
      return beginRound(.rerecordingAsked)
    case (.refused, .skipped):
      return [log(.stepSkipped)] + complete(purpose == .followUp ? .baselineHeld : .noBaseline)
    default: throw unexpected(event)
    }
  }

  private mutating func refuseBaseline(_ reasons: [BaselineFault]) -> [FlowEffect] {
    self.reasons = reasons
    let actions = enter(.finalStep(.refused))
    let name = purpose == .followUp ? FlowLogEntry.Name.followUpRefused : .baselineRefused
    return [log(name) { $0.codes = reasons.map(\.code) }] + actions
  }

  private mutating func complete(_ outcome: FlowOutcome) -> [FlowEffect] {
    if outcome == .baselineHeld { reasons = [] }
    let actions = enter(.completed(outcome))
    return actions + [log(.completed) { $0.outcome = outcome }]
  }

  private mutating func beginRound(_ name: FlowLogEntry.Name) -> [FlowEffect] {
    round += 1
    reasons = []
    recordingNumber = 1
    return [log(name)] + enter(.recording(.sustainedVowel, .microphone))
  }

  /// Starts a new session, with all attempts available again.
  mutating func beginVisit(_ name: FlowLogEntry.Name = .rerecordingAsked) -> [FlowEffect] {
    firstRound = round + 1
    return beginRound(name)
  }

  /// Starts a follow-up session of a person with a baseline.
  mutating func beginFollowUp(
    _ permission: FollowUpPermission
  ) throws(FlowRefusal) -> [FlowEffect] {
    if let code = FlowRefusal.Code(rawValue: permission.rawValue) { throw refusal(code) }
    followUp = nil
    return beginVisit(.followUpStarted)
  }
}

// MARK: - Pending actions

extension OnboardingFlow {
  /// Actions that the current position requires, for the runner to repeat after a crash.
  public var pending: [FlowEffect] {
    let step = FlowEffect.show(position.step)
    switch position {
    case .signupMethod, .explainer, .userInfoForm: return [step]
    case .recording(_, let phase): return [step] + pending(in: phase)
    case .finalStep(.making) where purpose == .followUp:
      return [step, .compare(vowels: usableSessions(.sustainedVowel))]
    case .finalStep(.making):
      let reading = usableSessions(.reading).last
      return [step, .makeBaseline(vowels: usableSessions(.sustainedVowel), reading: reading)]
    case .finalStep(.refused):
      let error = FlowError(of: purpose, round: roundsUsed, of: plan.rounds, without: reasons)
      return [step, .showError(error)]
    case .completed(let outcome): return [step, .file(outcome)]
    }
  }

  private func pending(in phase: RecordingPhase) -> [FlowEffect] {
    let last = attempts.last
    let effect: FlowEffect? =
      switch phase {
      case .microphone: .askForMicrophone
      case .microphoneDenied, .microphoneRestricted, .microphoneUnknown:
        FlowError(phase).map { .showError($0) }
      case .recording: request.map { .record($0) }
      case .quick: last.map { .analyse(.quick, session: $0.session) }
      case .comprehensive: last.map { .analyse(.comprehensive, session: $0.session) }
      case .refused: last.map { .showError(FlowError($0, of: plan.attempts)) }
      }
    return effect.map { [$0] } ?? []
  }
}
