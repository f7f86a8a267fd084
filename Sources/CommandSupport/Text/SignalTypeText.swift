import VoiceTypes

/// The text of the signal type.
enum SignalTypeText {
  /// Returns the type in words and one item per piece of evidence.
  static func lines(of found: SignalType) -> [String] {
    guard let type = found.type else {
      return WrappedText.item(
        commandText(
          "signal_type.none", ["reason": found.reasons.map(words).joined(separator: ", ")]),
        indent: "")
    }
    return WrappedText.item(commandText("signal_type.\(type)"), indent: "")
      + found.reasons.flatMap { WrappedText.item($0) }
  }

  /// Returns the text of a reason code.
  private static func words(_ reason: String) -> String {
    switch ReasonCode(rawValue: reason) {
    case .notInTier, .numericOverflow: commandText("signal_type.\(reason)")
    default: reason
    }
  }
}
