import RealModule

/// Window shapes of the autocorrelation method (Boersma 1993), sampled at L interior points,
/// without the zeros at the ends.
package enum Window {
  /// The Gaussian window is truncated at exp(−12), which is subtracted.
  private static let gaussianEdgeExponent = 12.0

  /// ½ − ½ cos(2πj/(L+1)), j = 1 … L.
  package static func hann(count: Int) -> [Double] {
    (1...count).map { 0.5 - 0.5 * Double.cos(2 * .pi * Double($0) / Double(count + 1)) }
  }

  /// (exp(−48 (j − (L+1)/2)² / span²) − e⁻¹²) / (1 − e⁻¹²), j = 1 … L.
  ///
  /// The default span, L + 1, excludes the zeros at the ends; Praat's cepstrograms use L since
  /// 6.4.39.
  package static func gaussian(count: Int, span: Int? = nil) -> [Double] {
    let edge = Double.exp(-gaussianEdgeExponent)
    let width = Double(span ?? count + 1)
    return (1...count).map { j in
      let offset = Double(j) - 0.5 * Double(count + 1)
      let exponent = -4 * gaussianEdgeExponent * offset * offset / (width * width)
      return (Double.exp(exponent) - edge) / (1 - edge)
    }
  }
}
