import CommandSupport
import VoiceReport
import VoiceTypes

/// The text of an octave ambiguity.
enum OctaveText {
  /// Returns both candidates, the decision, and each evidence value with its threshold.
  static func lines(of candidates: F0Candidates) -> [String] {
    let both = [candidates.low, candidates.high].map { NumberFormat.fixed($0.value, 1) }
    let evidence = candidates.evidence.map { evidence in
      let numbers = [evidence.value, evidence.limit].map {
        NumberFormat.short($0, 2) + unit(evidence.sign)
      }
      return "\(words(evidence.sign)) \(numbers[0]) (limit \(numbers[1]))"
    }
    return WrappedText.item(
      "F0 ambiguous (octave): \(both[0]) or \(both[1]) Hz, \(decision(candidates.decidedBy)). "
        + "Evidence: \(evidence.joined(separator: ", "))", indent: "")
  }

  private static func decision(_ judge: OctaveJudge?) -> String {
    switch judge {
    case .givenRange: "decided by the given pitch range"
    case .baseline: "decided by the baseline"
    case .zeroCrossings: "decided by zero crossings"
    case nil: "undecided"
    }
  }

  private static func words(_ sign: OctaveEvidence.Sign) -> String {
    switch sign {
    case .evenOverOdd: "level of even over odd harmonics of the lower F0"
    case .halfPeriodCorrelation: "correlation at half the period"
    case .secondExcitation: "secondary excitation ratio"
    case .periodAlternation: "period alternation"
    case .amplitudeAlternation: "amplitude alternation"
    case .voicedAtHigh: "voiced fraction at the higher F0"
    case .zeroCrossingsAtHigh: "fraction of frames at the higher F0 by zero crossings"
    case .strengthAtLow: "autocorrelation at the lower F0"
    }
  }

  /// Returns the unit with a leading space; empty for a ratio.
  private static func unit(_ sign: OctaveEvidence.Sign) -> String {
    switch sign {
    case .evenOverOdd: " dB"
    case .periodAlternation, .amplitudeAlternation: " %"
    case .halfPeriodCorrelation, .secondExcitation, .voicedAtHigh, .zeroCrossingsAtHigh,
      .strengthAtLow:
      ""
    }
  }
}
