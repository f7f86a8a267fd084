// Ratios of powers as levels.

internal import RealModule

/// Decibels of ratios.
package enum Level {
  /// Ten times the decimal logarithm; −∞ for zero.
  package static func decibels(ofPowerRatio ratio: Double) -> Double { 10 * Double.log10(ratio) }
}
