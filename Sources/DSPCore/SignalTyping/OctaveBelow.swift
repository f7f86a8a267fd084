// The octave below the pitch range, which the first pass cannot find.

internal import VoiceTypes

extension SignalTypeEvidence {
  /// The F0 candidates after an analysis below the pitch range; nil for an unambiguous octave.
  ///
  /// A tracker's preference for two periods is no evidence by itself: in a voice with jitter a
  /// hundredth of strength is chance. Cycles two apart must be more similar than neighbours.
  func candidates(after stress: PitchRangeSensitivity?, of voice: Voice) -> F0Candidates? {
    guard let (low, evidence) = octaveBelow(stress) else { return nil }
    let settings = voice.settings
    var candidates = F0Candidates(low: Hertz(low), high: Hertz(2 * low), evidence: evidence)
    let vote = OctaveVote(in: voice.part, during: 0...voice.part.duration.value, low: low)
    candidates.evidence += vote.map { [$0.evidence] } ?? []
    if let given = settings.givenPitchRange, candidates.low < given.floor {
      candidates.decidedBy = .givenRange
    } else if let vote, vote.isHigh, !voice.pitch.frames(near: 2 * low).isEmpty {
      candidates.decidedBy = .zeroCrossings
    } else if candidates.isHigh(settings.baselineF0) {
      // The measured F0 is the higher candidate. A baseline F0 near the lower one decides nothing:
      // the pitch track did not follow the lower candidate.
      candidates.decide(byUsual: settings.baselineF0, within: OctaveCheck.usualRatio)
    }
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
