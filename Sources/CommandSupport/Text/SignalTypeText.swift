import VoiceReport
import VoiceTypes

/// The text of the signal type.
enum SignalTypeText {
  /// Returns the type in words and one item per piece of evidence.
  static func lines(of findings: Findings) -> [String] {
    let found = findings.signalType
    guard found.type != nil else {
      return WrappedText.item(
        commandText(
          "signal_type.none", ["reason": found.reasons.map(words).joined(separator: ", ")]),
        indent: "")
    }
    let type = Language.ofText.text(findings.typePhrase)
    return WrappedText.item(
      commandText("signal_type", ["type": type.prefix(1).lowercased() + type.dropFirst()]),
      indent: "")
      + Language.ofText.evidence(of: found).flatMap { WrappedText.item($0) }
  }

  /// Returns the text of a reason code.
  private static func words(_ reason: String) -> String {
    switch ReasonCode(rawValue: reason) {
    case .notInTier, .numericOverflow: commandText("signal_type.\(reason)")
    default: reason
    }
  }
}
