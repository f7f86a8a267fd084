package import VoiceMath
package import VoiceTypes

extension Statistics {
  /// The standard deviation of the values of voiced frames, or the reason for its absence.
  package static func spread(of values: [Double]) -> Measured {
    if let deviation = standardDeviation(values) { return Measured(deviation) }
    guard values.count > 0 else { return .unavailable(.noVoicing) }
    return .unavailable(
      Unavailability(
        ReasonText.tooFewVoicedFrames,
        [.needed: "2", .things: "voiced frames", .found: "\(values.count)"], needed: 2,
        found: Double(values.count)))
  }
}
