// The last step: a baseline is made of the vowels of the round, or it is said why there is none and
// another round may begin. What has ended stays so, but for one who comes again, without a baseline or
// for a follow-up session, and for a guest who signs up. The vowels of a follow-up session are compared
// with the baseline.

internal import VoiceTypes

extension Journey {
  /// Goes to the last step; without a vowel there is nothing to make a baseline of.
  mutating func beginEnd() -> [JourneyAction] {
    guard usableSessions(.sustainedVowel).isEmpty else { return enter(.finalStep(.making)) }
    return refuseBaseline([.noUsableVowel])
  }

  /// Takes in what has happened at the last step.
  mutating func end(
    _ phase: BaselinePhase, _ happening: JourneyHappening
  ) throws(JourneyRefusal) -> [JourneyAction] {
    switch (phase, happening) {
    case (.making, .baselineHeld(let held)) where purpose == .baseline:
      baseline = held
      return [log(.baselineEstablished) { $0.status = held.status }] + complete(.baselineHeld)
    case (.making, .followedUp(let result, let held)) where purpose == .followUp:
      (followUp, baseline) = (result, held)
      return [log(.followUpCompared) { $0.status = held.status }] + complete(.baselineHeld)
    case (.making, .baselineRefused(let reasons)): return refuseBaseline(reasons)
    case (.refused, .retried):
      guard roundsUsed < plan.rounds else { throw refusal(.noAttemptsLeft) }
      return beginRound()
    case (.refused, .skipped):
      return [log(.stepSkipped)] + complete(purpose == .followUp ? .baselineHeld : .noBaseline)
    default: throw unexpected(happening)
    }
  }

  private mutating func refuseBaseline(_ reasons: [BaselineFault]) -> [JourneyAction] {
    self.reasons = reasons
    let actions = enter(.finalStep(.refused))
    let name = purpose == .followUp ? JourneyNote.Name.followUpRefused : .baselineRefused
    return [log(name) { $0.codes = reasons.map(\.code) }] + actions
  }

  private mutating func complete(_ outcome: JourneyOutcome) -> [JourneyAction] {
    if outcome == .baselineHeld { reasons = [] }
    let actions = enter(.completed(outcome))
    return actions + [log(.completed) { $0.outcome = outcome }]
  }

  private mutating func beginRound(
    _ name: JourneyNote.Name = .rerecordingAsked
  ) -> [JourneyAction] {
    round += 1
    reasons = []
    takeNumber = 1
    return [log(name)] + enter(.recording(.sustainedVowel, .microphone))
  }

  /// A new visit of one who ended without a baseline, with all its attempts.
  mutating func comeAgain() -> [JourneyAction] {
    firstRound = round + 1
    return beginRound()
  }

  /// A follow-up visit of a person with a baseline.
  mutating func beginFollowUp(
    _ permission: FollowUpPermission
  ) throws(JourneyRefusal) -> [JourneyAction] {
    switch permission {
    case .granted: break
    case .tooEarly: throw refusal(.tooEarly)
    case .noConsent: throw refusal(.noConsent)
    }
    followUp = nil
    firstRound = round + 1
    return beginRound(.followUpStarted)
  }
}

// MARK: - What is to be done

extension Journey {
  /// What is to be done where the journey is, for whoever takes it up there.
  public var pending: [JourneyAction] {
    let step = JourneyAction.show(position.step)
    switch position {
    case .signupMethod, .explainer, .userInfoForm: return [step]
    case .recording(_, let phase): return [step] + pending(in: phase)
    case .finalStep(.making):
      let vowels = usableSessions(.sustainedVowel)
      switch purpose {
      case .followUp: return [step, .compare(vowels: vowels)]
      case .baseline:
        return [step, .makeBaseline(vowels: vowels, reading: usableSessions(.reading).last)]
      }
    case .finalStep(.refused):
      let error = JourneyError(
        of: purpose, round: roundsUsed, of: plan.rounds, without: reasons)
      return [step, .showError(error)]
    case .completed(let outcome): return [step, .file(outcome)]
    }
  }

  private func pending(in phase: RecordingPhase) -> [JourneyAction] {
    switch phase {
    case .microphone: [.askForMicrophone]
    case .microphoneDenied, .microphoneRestricted, .microphoneUnknown:
      [JourneyError(phase)].compactMap { $0.map { .showError($0) } }
    case .recording: [request].compactMap { $0.map { .record($0) } }
    case .quick: [attempts.last].compactMap { $0.map { .analyse(.quick, session: $0.session) } }
    case .comprehensive:
      [attempts.last].compactMap { $0.map { .analyse(.comprehensive, session: $0.session) } }
    case .refused:
      [attempts.last].compactMap { $0.map { .showError(JourneyError($0, of: plan.attempts)) } }
    }
  }
}
