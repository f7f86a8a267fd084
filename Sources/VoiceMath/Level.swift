internal import RealModule

/// Power ratios in decibels.
package enum Level {
  /// Returns 10·log10 of the ratio; −∞ for zero.
  package static func decibels(ofPowerRatio ratio: Double) -> Double { 10 * Double.log10(ratio) }
}
