import VoiceTypes

extension SignalTypeEvidence {
  /// The evidence of alternation, each as a message.
  var alternations: [Wording] {
    [
      sentence(.periodsAlternate, periodAlternation),
      sentence(.amplitudesAlternate, amplitudeAlternation), contrastSentence, slowSentence,
    ].compactMap { $0 }
  }

  private func sentence(_ text: EvidenceText, _ alternation: Alternation?) -> Wording? {
    guard let alternation, alternation.isEvident else { return nil }
    return text.filled([
      .found: alternation.percent.text(1), .limit: alternation.limitPercent.text(1),
      .share: (100 * alternation.share).text(0),
      .shareLimit: (100 * SignalTypeLimits.alternatingShare).text(0),
      .presence: (100 * alternation.presence).text(0),
      .presenceLimit: (100 * SignalTypeLimits.alternatingPresence).text(0),
    ])
  }

  private var contrastSentence: Wording? {
    guard let twoCycles, twoCycles.areEvident else { return nil }
    if !twoCycles.halvesAreAlike {
      return twoCycles.hasTwoExcitations
        ? excitationSentence(twoCycles) : voteSentence(twoCycles)
    }
    return EvidenceText.secondCycleRepeats.filled([
      .decibels: twoCycles.evenOverOddDecibels.text(1),
      .limit: SignalTypeLimits.evenOverOddDecibels.text(0),
      .strength: twoCycles.halfPeriodCorrelation.text(2),
      .strengthLimit: SignalTypeLimits.halfPeriodCorrelation.text(1),
    ])
  }

  private func excitationSentence(_ twoCycles: PeriodDoubling) -> Wording {
    EvidenceText.secondExcitation.filled([
      .height: (100 * (twoCycles.secondExcitation ?? 0)).text(0),
      .limit: (100 * SignalTypeLimits.secondExcitation).text(0),
    ])
  }

  private func voteSentence(_ twoCycles: PeriodDoubling) -> Wording {
    EvidenceText.zeroCrossings.filled([
      .share: (100 * (twoCycles.vote?.high ?? 0)).text(0),
      .limit: (100 * OctaveVote.leastShare).text(0),
      .strength: twoCycles.halfPeriodCorrelation.text(2),
    ])
  }

  private var slowSentence: Wording? {
    guard slowlyAlternates, let slowRepetition else { return nil }
    return EvidenceText.slowRepetition.filled([
      .frequency: slowRepetition.frequencyHz.text(1),
      .strength: slowRepetition.meanStrength.text(2),
      .strengthLimit: SignalTypeLimits.goodStrength.text(1),
      .decibels: slowRepetition.evenOverOddDecibels.text(1),
      .limit: SignalTypeLimits.evenOverOddDecibels.text(0),
    ])
  }
}
