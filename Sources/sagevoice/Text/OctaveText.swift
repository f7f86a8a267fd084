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
      "F0 ambiguous (octave): \(both[0]) or \(both[1]) Hz, \(decision(candidates.decidedBy)) "
        + evidence.joined(separator: ", "), indent: "")
  }

  private static func decision(_ judge: OctaveJudge?) -> String {
    switch judge {
    case .givenRange: "decided by the given pitch range:"
    case .baseline: "decided by the baseline:"
    case nil: "undecided:"
    }
  }

  private static func words(_ sign: OctaveEvidence.Sign) -> String {
    switch sign {
    case .evenOverOdd: "even over odd harmonics of the lower F0 in dB"
    case .halfPeriodCorrelation: "correlation at half the period"
    case .secondExcitation: "secondary excitation ratio"
    case .periodAlternation: "alternation of periods in %"
    case .amplitudeAlternation: "alternation of amplitudes in %"
    case .voicedAtHigh: "voiced fraction at the higher F0"
    case .strengthAtLow: "strength at the lower F0"
    }
  }
}
