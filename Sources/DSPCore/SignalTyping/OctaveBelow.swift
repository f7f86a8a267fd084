// The octave below the pitch found. The first look cannot see it where it lies below the pitch range; the
// lower range of the stress test can, and so can the look of the typing below all of them. That a
// tracker prefers two periods is no evidence by itself: in a voice that jitters it is chance, by a
// hundredth of strength. Cycles two apart have to be more alike than neighbours.

internal import VoiceTypes

extension SignalTypeEvidence {
  /// The frequencies that F0 may be after a look below the pitch range; nil where it leaves nothing open.
  func candidates(
    after stress: RangeStressTest?, settings: AnalysisSettings
  ) -> F0Candidates? {
    guard let (low, evidence) = octaveBelow(stress) else { return nil }
    var candidates = F0Candidates(low: Hertz(low), high: Hertz(2 * low), evidence: evidence)
    if let given = settings.givenPitchRange, candidates.low < given.floor {
      candidates.decidedBy = .givenRange
    } else if candidates.isHigh(settings.baselineF0) {
      // What was measured is the higher one. That the lower one is usual decides nothing here: nobody
      // has followed the voice there.
      candidates.decide(byUsual: settings.baselineF0, within: OctaveCheck.usualRatio)
    }
    return candidates
  }

  private func octaveBelow(
    _ stress: RangeStressTest?
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
