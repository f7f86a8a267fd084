/// Invalid settings of a synthetic voice.
public enum SynthesisError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A setting outside the range in which the synthesis is exact.
  case outOfRange(setting: String, value: Double, allowed: ClosedRange<Double>)

  /// Too few pulses fit between the two silences.
  case voicedStretchTooShort(pulses: Int, required: Int)

  /// One sentence with the value found and the remedy.
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
