// Consistency rules of a stored onboarding flow.

internal import VoiceTypes

extension OnboardingFlow {
  /// Members that violate a rule, with a description of the allowed values.
  var contradictions: [(key: String, allowed: String)] {
    [
      ("person", "an identifier from the first step on", hasPerson),
      ("first_round", "1 to round, within the planned number of rounds", hasRounds),
      ("take", "1, or the number of a planned vowel", hasTake),
      ("attempts", "attempts with distinct sessions, in order, that match the phase", hasAttempts),
      ("reasons", "reasons only at the last step without a baseline", hasReasons),
      ("baseline", "a baseline only after a flow that ended with one", hasBaseline),
      (
        "follow_up", "a result only after a later session that ended with a baseline",
        followUp == nil || (position == .completed(.baselineHeld) && firstRound > 1)
      ),
    ].filter { !$0.2 }.map { ($0.0, $0.1) }
  }

  private var hasPerson: Bool {
    let isKnown = position != .signupMethod
    return (person != nil) == isKnown && (method != nil) == isKnown
  }

  private var hasRounds: Bool { firstRound <= round && roundsUsed <= plan.rounds }

  private var hasTake: Bool {
    recordingNumber == 1 || (take?.task == .sustainedVowel && recordingNumber <= plan.vowels)
  }

  private var hasReasons: Bool {
    reasons.isEmpty != [.finalStep(.refused), .completed(.noBaseline)].contains(position)
  }

  private var hasBaseline: Bool {
    switch position {
    case .completed(let outcome): (baseline != nil) == (outcome == .baselineHeld)
    case .recording, .finalStep: baseline == nil || firstRound > 1
    case .signupMethod, .explainer, .userInfoForm: baseline == nil
    }
  }

  private var hasAttempts: Bool {
    Set(attempts.map(\.session)).count == attempts.count && areAttemptsChained && fitPhase
  }

  /// Whether each attempt has the next number, links the previous session, and has reasons exactly
  /// if it was refused.
  private var areAttemptsChained: Bool {
    attempts.indices.allSatisfy { index in
      let (attempt, before) = (attempts[index], attempts[..<index])
      let chain = before.last { $0.isOfSameRecording(as: attempt.take) }
      return attempt.number == before.count { $0.take == attempt.take } + 1
        && attempt.number <= plan.attempts && attempt.previous == chain?.session
        && attempt.take.round <= round && attempt.reasons.isEmpty == (attempt.state != .refused)
    }
  }

  /// Whether at most one analysis is pending: that of the last attempt, for the requested
  /// recording.
  private var fitPhase: Bool {
    let pending = attempts.filter { $0.state == .pending }
    guard case .recording(_, let phase) = position else { return pending.isEmpty && fitEnd }
    let last = attempts.last
    if phase.isAnalysis { return pending == [last].compactMap { $0 } && last?.take == take }
    guard pending.isEmpty else { return false }
    if phase == .refused { return last?.take == take && last?.state == .refused }
    return attemptsLeft > 0 && !attemptsAtRecording.contains { $0.state == .usable }
  }

  /// Whether the final state has the usable vowels that it requires. The baseline of a later visit can
  /// come from other recordings of the store.
  private var fitEnd: Bool {
    switch position {
    case .finalStep(.making): !usableSessions(.sustainedVowel).isEmpty
    case .completed(.baselineHeld):
      firstRound > 1
        || attempts.contains { $0.take.task == .sustainedVowel && $0.state == .usable }
    default: true
    }
  }
}
