// Transitions of the recording steps: microphone access, recording, quick and comprehensive
// analysis, then acceptance or retry. The vowels of the plan come first, then a reading.

internal import VoiceTypes

extension OnboardingFlow {
  /// Applies an event at a recording step.
  mutating func record(
    _ task: RecordingTask, _ phase: RecordingPhase, _ event: FlowEventKind
  ) throws(FlowRefusal) -> [FlowEffect] {
    switch (phase, event) {
    case (_, .microphone(let answer)) where phase.isBeforeRecording:
      return [log(.microphoneAnswered) { $0.microphone = answer }]
        + enter(.recording(task, answer.phase))
    case (.recording, .recordingStarted):
      return [log(.recordingStarted) { $0.attempt = request?.attempt }]
    case (.recording, .recordingStopped):
      return [log(.recordingStopped) { $0.attempt = request?.attempt }]
        + enter(.recording(task, .microphone))
    case (.recording, .recorded(let session)): return try receive(session, task)
    case (.quick, .quickDone(let session, let outcome)):
      return try judge(.quick, session, outcome) { $0.enter(.recording(task, .comprehensive)) }
    case (.comprehensive, .comprehensiveDone(let session, let outcome)):
      return try judge(.comprehensive, session, outcome) { journey in
        journey.setLast(.usable, [])
        return journey.finishRecording(task)
      }
    case (_, .retried): return try tryAgain(task, phase)
    case (_, .skipped): return try skip(task, phase)
    default: throw unexpected(event)
    }
  }

  private mutating func receive(
    _ session: String, _ task: RecordingTask
  ) throws(FlowRefusal) -> [FlowEffect] {
    guard !attempts.contains(where: { $0.session == session }) else {
      throw refusal(.knownSession)
    }
    guard let request else { throw refusal(.notNow) }
    attempts.append(
      RecordingAttempt(
        session: session, previous: request.previous, take: request.take, number: request.attempt))
    let note = log(.recordingReceived) { ($0.session, $0.attempt) = (session, request.attempt) }
    return [note] + enter(.recording(task, .quick))
  }

  /// Applies the result of an analysis to the pending recording.
  private mutating func judge(
    _ tier: Tier, _ session: String, _ outcome: AnalysisOutcome,
    ifUsable proceed: (inout OnboardingFlow) -> [FlowEffect]
  ) throws(FlowRefusal) -> [FlowEffect] {
    guard let attempt = attempts.last, attempt.session == session else {
      throw refusal(.otherSession)
    }
    func note(_ state: AttemptState, _ codes: [String]?) -> FlowEffect {
      log(.recordingAnalysed) {
        ($0.session, $0.attempt, $0.tier) = (session, attempt.number, tier)
        ($0.state, $0.codes) = (state, codes)
      }
    }
    guard case .refused(let reasons) = outcome else { return [note(.usable, nil)] + proceed(&self) }
    setLast(.refused, reasons)
    return [note(.refused, reasons.map(\.code))] + enter(.recording(attempt.take.task, .refused))
  }

  private mutating func setLast(_ state: AttemptState, _ reasons: [BaselineFault]) {
    guard let place = attempts.indices.last else { return }
    (attempts[place].state, attempts[place].reasons) = (state, reasons)
  }

  private mutating func tryAgain(
    _ task: RecordingTask, _ phase: RecordingPhase
  ) throws(FlowRefusal) -> [FlowEffect] {
    if phase.isMicrophoneError { return enter(.recording(task, .microphone)) }
    guard phase == .refused else { throw refusal(.notNow) }
    guard attemptsLeft > 0 else { throw refusal(.noAttemptsLeft) }
    let note = log(.rerecordingAsked) { $0.attempt = request?.attempt }
    return [note] + enter(.recording(task, .microphone))
  }

  // MARK: - Next recording

  /// Skips a task. A reading can always be skipped; vowels need a usable one or no attempts left.
  private mutating func skip(
    _ task: RecordingTask, _ phase: RecordingPhase
  ) throws(FlowRefusal) -> [FlowEffect] {
    guard !phase.isAnalysis else { throw refusal(.notNow) }
    let isDone = !usableSessions(task).isEmpty || (phase == .refused && attemptsLeft <= 0)
    guard task == .reading || isDone else { throw refusal(.cannotBeSkipped) }
    return [log(.stepSkipped)] + endTask(task)
  }

  private mutating func finishRecording(_ task: RecordingTask) -> [FlowEffect] {
    guard task == .sustainedVowel, recordingNumber < plan.vowels else { return endTask(task) }
    recordingNumber += 1
    return enter(.recording(task, .microphone))
  }

  private mutating func endTask(_ task: RecordingTask) -> [FlowEffect] {
    recordingNumber = 1
    return task.isVowel ? enter(.recording(.reading, .microphone)) : enterFinalStep()
  }
}

extension MicrophonePermission {
  /// The phase of a missing permission has its name.
  fileprivate var phase: RecordingPhase {
    RecordingPhase(rawValue: "microphone_\(rawValue)") ?? .recording
  }
}
