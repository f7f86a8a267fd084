// The scale on which an interval is symmetric, so that it cannot leave the values that the measure
// can have.

import RealModule
import VoiceTypes

/// How an interval lies around its value.
enum BootstrapScale: Sendable {
  /// As far up as down: hertz, decibels.
  case linear
  /// The same factor up as down: measures that are never negative.
  case logarithmic
  /// The same odds up as down: shares between 0 and 1.
  case logistic

  /// The interval that reaches `halfWidth`, small against the room there is, to either side.
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
