// The octave below the pitch range, which the first pass cannot find.

internal import VoiceTypes

extension SignalTypeEvidence {
  /// The F0 candidates after an analysis below the pitch range; nil for an unambiguous octave.
  ///
  /// A tracker's preference for two periods is no evidence by itself: in a voice with jitter a
  /// hundredth of strength is chance. Cycles two apart must be more similar than neighbours.
  func candidates(after stress: PitchRangeSensitivity?, of voice: Voice) -> F0Candidates? {
    guard let (low, evidence) = octaveBelow(stress) else { return nil }
    var candidates = F0Candidates(low: Hertz(low), high: Hertz(2 * low), evidence: evidence)
    let vote = OctaveVote(in: voice.part, during: 0...voice.part.duration.value, low: low)
    candidates.evidence += vote.map { [$0.evidence] } ?? []
    let isConfirmed = vote?.isHigh ?? false && !voice.pitch.frames(near: 2 * low).isEmpty
    candidates.decide(measuringHigh: true, isConfirmed: isConfirmed, voice.settings)
    return candidates
  }

  private func octaveBelow(
    _ stress: PitchRangeSensitivity?
  ) -> (hertz: Double, evidence: [OctaveEvidence])? {
    if slowlyAlternates, let slow = slowRepetition {
      return (
        slow.frequencyHz,
        [
          OctaveEvidence(
            .evenOverOdd, slow.evenOverOddDecibels, limit: SignalTypeLimits.evenOverOddDecibels),
          OctaveEvidence(
            .strengthAtLow, slow.meanStrength, limit: SignalTypeLimits.goodStrength),
        ]
      )
    }
    guard cyclesAlternate, let low = stress?.octaveBelow else { return nil }
    return (low, alternationEvidence)
  }
}
