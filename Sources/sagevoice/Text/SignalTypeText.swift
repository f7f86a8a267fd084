// How regular the voice is, and the evidence: the first thing to know of the numbers below.

import CommandSupport
import VoiceTypes

/// The lines about a signal type.
enum SignalTypeText {
  /// The type in words, and an item for each piece of evidence.
  static func lines(of found: SignalType) -> [String] {
    guard let type = found.type else {
      return WrappedText.item(
        "Signal type not determined: \(found.reasons.map(words).joined(separator: "; "))",
        indent: "")
    }
    return ["Signal type \(type) of 4: \(words(type))"]
      + found.reasons.flatMap { WrappedText.item($0) }
  }

  /// The types after Titze (1995), and of the fourth Sprecher et al. (2010).
  private static func words(_ type: Int) -> String {
    switch type {
    case 1: "nearly periodic"
    case 2: "periodic with strong subharmonics or modulation"
    case 3: "without a clear period"
    default: "noise"
    }
  }

  /// A reason that is a code, in words.
  private static func words(_ reason: String) -> String {
    switch ReasonCode(rawValue: reason) {
    case .notInTier: "the quick tier does not look for it"
    case .numericOverflow: "the samples are too large for the calculation"
    default: reason
    }
  }
}
