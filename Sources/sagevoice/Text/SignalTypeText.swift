import CommandSupport
import VoiceTypes

/// The text of the signal type.
enum SignalTypeText {
  /// Returns the type in words and one item per piece of evidence.
  static func lines(of found: SignalType) -> [String] {
    guard let type = found.type else {
      return WrappedText.item(
        "Signal type not determined: \(found.reasons.map(words).joined(separator: "; "))",
        indent: "")
    }
    return WrappedText.item("Signal type \(type) of 4: \(words(type))", indent: "")
      + found.reasons.flatMap { WrappedText.item($0) }
  }

  /// Signal types after Titze (1995); type 4 after Sprecher et al. (2010).
  private static func words(_ type: Int) -> String {
    switch type {
    case 1: "nearly periodic, suitable for jitter and shimmer"
    case 2: "periodic with strong subharmonics or modulation"
    case 3: "aperiodic"
    default: "noise-like"
    }
  }

  /// Returns the text of a reason code.
  private static func words(_ reason: String) -> String {
    switch ReasonCode(rawValue: reason) {
    case .notInTier: "the quick tier does not determine it"
    case .numericOverflow: "the samples are too large for the calculation"
    default: reason
    }
  }
}
