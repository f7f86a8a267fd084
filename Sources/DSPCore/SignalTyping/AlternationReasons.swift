// When alternation counts, and the sentences that say so.

extension SignalTypeEvidence {
  /// The signs of alternation, each as a sentence.
  var alternations: [String] {
    [
      sentence(
        on: "periods", periodAlternation, limit: SignalTypeLimits.periodAlternationPercent),
      sentence(
        on: "amplitudes", amplitudeAlternation,
        limit: SignalTypeLimits.amplitudeAlternationPercent),
      contrastSentence, slowSentence,
    ].compactMap { $0 }
  }

  private func sentence(on what: String, _ alternation: Alternation?, limit: Double) -> String? {
    guard let alternation, alternation.isEvident(limitPercent: limit) else { return nil }
    return "\(what) alternate by \(alternation.percent.text(1)) % (limit \(limit.text(1)) %), "
      + "which is \((100 * alternation.share).text(0)) % of their change from cycle to cycle "
      + "(limit \((100 * SignalTypeLimits.alternatingShare).text(0)) %, by chance 16 %), in "
      + "\((100 * alternation.presence).text(0)) % of the segment "
      + "(limit \((100 * SignalTypeLimits.alternatingPresence).text(0)) %)"
  }

  private var contrastSentence: String? {
    guard let twoCycles, twoCycles.areEvident else { return nil }
    guard twoCycles.halvesAreAlike else { return excitationSentence(twoCycles) }
    return "the voice repeats every second cycle: odd multiples of the pitch found lie "
      + "\(twoCycles.evenOverOddDecibels.text(1)) dB below the even ones (limit "
      + "\(SignalTypeLimits.evenOverOddDecibels.text(0)) dB), and the correlation half a repetition "
      + "on is \(twoCycles.halfPeriodCorrelation.text(2)) (limit "
      + "\(SignalTypeLimits.halfPeriodCorrelation.text(1)))"
  }

  private func excitationSentence(_ twoCycles: TwoCycles) -> String {
    "the voice repeats every second cycle: between two excitations there is another of "
      + "\((100 * (twoCycles.secondExcitation ?? 0)).text(0)) % of their height (limit "
      + "\((100 * SignalTypeLimits.secondExcitation).text(0)) %)"
  }

  private var slowSentence: String? {
    guard slowlyAlternates, let slowRepetition else { return nil }
    return "below the pitch range the voice repeats at \(slowRepetition.frequencyHz.text(1)) Hz "
      + "with a strength of \(slowRepetition.meanStrength.text(2)) (limit "
      + "\(SignalTypeLimits.goodStrength.text(1))), odd multiples "
      + "\(slowRepetition.evenOverOddDecibels.text(1)) dB below the even ones (limit "
      + "\(SignalTypeLimits.evenOverOddDecibels.text(0)) dB)"
  }
}
