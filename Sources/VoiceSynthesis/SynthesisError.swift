// Why settings cannot be turned into a voice.

/// What is wrong with the settings of a synthetic voice.
public enum SynthesisError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A setting lies outside what the synthesis can keep its promises for.
  case outOfRange(setting: String, value: Double, allowed: ClosedRange<Double>)

  /// Too few pulses fit between the two silences.
  case voicedStretchTooShort(pulses: Int, required: Int)

  /// One sentence that says what was found and what to do.
  public var description: String {
    switch self {
    case .outOfRange(let setting, let value, let allowed):
      "\(setting) is \(value); choose \(allowed.lowerBound) to \(allowed.upperBound)."
    case .voicedStretchTooShort(let pulses, let required):
      "Only \(pulses) of at least \(required) pulses fit; choose a longer duration, "
        + "shorter silences or a higher F0."
    }
  }
}
