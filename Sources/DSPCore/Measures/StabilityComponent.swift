// The parts of the stability score. Each anchor is a published limit of MDVP (KayPENTAX,
// Multi-Dimensional Voice Program, model 5105, manual): at the anchor a part scores one half. The
// weights are this project's choice.

/// A part of the stability score; the raw value is its name in the results document.
public enum StabilityComponent: String, CaseIterable, Sendable {
  /// Slow and fast wandering of F0 around its line.
  case f0 = "f0_instability"
  /// Slow and fast wandering of the amplitude around its line.
  case amplitude = "amplitude_instability"
  /// Five-point period perturbation quotient.
  case ppq5 = "ppq5"
  /// Eleven-point amplitude perturbation quotient.
  case apq11 = "apq11"
  /// Five-point amplitude perturbation quotient, in place of the eleven-point one.
  case apq5 = "apq5"
  /// How much of the stretch is voiced without a break.
  case voicing = "voicing_continuity"

  /// The level in percent at which the part scores one half; nil for voicing, which is a share.
  public var anchorPercent: Double? {
    switch self {
    case .f0: 1.10  // MDVP vF0
    case .amplitude: 8.2  // MDVP vAm
    case .ppq5: 0.84  // MDVP PPQ
    case .apq11: 3.07  // MDVP APQ
    case .apq5: 2.2  // Derived: MDVP's shimmer limit times the usual ratio of APQ5 to shimmer.
    case .voicing: nil
    }
  }

  /// The exponent of the part in the geometric mean; nil for voicing, which multiplies the whole.
  public var weight: Double? {
    switch self {
    case .f0: 0.35
    case .amplitude: 0.25
    case .ppq5: 0.25
    case .apq11, .apq5: 0.15
    case .voicing: nil
    }
  }

  /// 1 at a level of nothing, ½ at the anchor, a tenth at three times the anchor.
  package func score(ofLevel percent: Double) -> Double {
    guard let anchorPercent else { return 1 }
    let ratio = percent / anchorPercent
    return 1 / (1 + ratio * ratio)
  }
}
