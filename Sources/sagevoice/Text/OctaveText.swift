import CommandSupport
import VoiceTypes

/// The text of an octave ambiguity.
enum OctaveText {
  /// Returns both candidates, the decision, and each evidence value with its threshold.
  static func lines(of candidates: F0Candidates) -> [String] {
    let both = [candidates.low, candidates.high].map { NumberText.fixed($0.value, 1) }
    let evidence = candidates.evidence.map {
      "\(words($0.sign)) \(NumberText.fixed($0.value, 2)) (limit \(NumberText.fixed($0.limit, 2)))"
    }
    return WrappedText.item(
      "F0 is \(both[0]) or \(both[1]) Hz, \(decision(candidates.decidedBy)) "
        + evidence.joined(separator: ", "), indent: "")
  }

  private static func decision(_ judge: OctaveJudge?) -> String {
    switch judge {
    case .givenRange: "decided by the pitch range that was given:"
    case .baseline: "decided by what is usual for the person:"
    case nil: "and the signal does not say which:"
    }
  }

  private static func words(_ sign: OctaveEvidence.Sign) -> String {
    switch sign {
    case .evenOverOdd: "even over odd multiples of the lower one in dB"
    case .halfPeriodCorrelation: "correlation half a repetition on"
    case .secondExcitation: "second excitation over the first"
    case .periodAlternation: "alternation of periods in %"
    case .amplitudeAlternation: "alternation of amplitudes in %"
    case .voicedAtHigh: "share that is voiced at the higher one"
    case .strengthAtLow: "strength at the lower one"
    }
  }
}
