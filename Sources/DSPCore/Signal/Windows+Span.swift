// The Gaussian window over another span than one that leaves its zeros outside.

import RealModule

extension Window {
  /// exp(−12): the height at which the window is cut off and taken as zero.
  private static let edgeExponent = 12.0

  /// (exp(−48 (j − (L+1)/2)² / span²) − e⁻¹²) / (1 − e⁻¹²), j = 1 … L; Praat's cepstrograms
  /// take L itself as the span from 6.4.39 on.
  static func gaussian(count: Int, span: Int) -> [Double] {
    let edge = Double.exp(-edgeExponent)
    return (1...count).map { j in
      let offset = (Double(j) - 0.5 * Double(count + 1)) / Double(span)
      return (Double.exp(-4 * edgeExponent * offset * offset) - edge) / (1 - edge)
    }
  }
}
