import RealModule
import VoiceTypes

/// Scale on which an interval is symmetric, so that it stays in the range of the measure.
enum BootstrapScale: Sendable {
  /// Symmetric: hertz, decibels.
  case linear
  /// Equal factors: nonnegative measures.
  case logarithmic
  /// Equal odds ratios: fractions between 0 and 1.
  case logistic

  /// The interval of `halfWidth` on either side on this scale, for a half width much smaller than
  /// the range.
  func interval(around value: Double, halfWidth: Double) -> ConfidenceInterval {
    switch self {
    case .linear:
      return ConfidenceInterval(low: value - halfWidth, high: value + halfWidth)
    case .logarithmic:
      guard value > 0 else { return ConfidenceInterval(low: value, high: value + halfWidth) }
      let factor = Double.exp(halfWidth / value)
      return ConfidenceInterval(low: value / factor, high: value * factor)
    case .logistic:
      return logisticInterval(around: value, halfWidth: halfWidth)
    }
  }

  private func logisticInterval(around value: Double, halfWidth: Double) -> ConfidenceInterval {
    let room = value * (1 - value)
    guard room > 0 else { return ConfidenceInterval(low: value, high: value) }
    let factor = Double.exp(halfWidth / room)
    let odds = value / (1 - value)
    return ConfidenceInterval(
      low: min(value, 1 / (1 + factor / odds)), high: max(value, 1 / (1 + 1 / (factor * odds))))
  }
}
