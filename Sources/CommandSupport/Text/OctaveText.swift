import VoiceReport
import VoiceTypes

/// The text of an octave ambiguity.
enum OctaveText {
  /// Returns both candidates, the decision, and each evidence value with its threshold.
  /// - Parameter median: The median F0 of the document, in Hz; nil without one.
  static func lines(of candidates: F0Candidates, median: Double?) -> [String] {
    let both = [candidates.low, candidates.high].map {
      Language.ofText.localized(NumberFormat.fixed($0.value, 1))
    }
    let evidence = candidates.evidence.map { evidence in
      let numbers = [evidence.value, evidence.limit].map {
        Language.ofText.localized(NumberFormat.short($0, 2)) + unit(evidence.sign)
      }
      return commandText(
        "octave.\(evidence.sign.rawValue)", ["found": numbers[0], "limit": numbers[1]])
    }
    let isLow = median.map { $0 * $0 < candidates.low.value * candidates.high.value } ?? true
    let chosen = both[isLow ? 0 : 1]
    // The second pass does not measure the voiced share at the higher F0.
    let isOfFirstPass = candidates.evidence.contains { $0.sign == .voicedAtHigh }
    let judge = candidates.decidedBy?.rawValue ?? "undecided"
    return WrappedText.item(
      commandText(
        isOfFirstPass ? "octave.first_pass" : "octave",
        [
          "low": both[0], "high": both[1],
          "decision": commandText("octave.by.\(judge)", ["chosen": chosen]),
          "evidence": evidence.joined(separator: ", "),
        ]), indent: "")
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
