/// Part of the stability score; the raw value is its name in the results document.
///
/// Each threshold is a published limit of MDVP (KayPENTAX, Multi-Dimensional Voice Program, model
/// 5105, manual): at the threshold a part scores one half. The weights are a choice of this
/// project.
public enum StabilityComponent: String, CaseIterable, Sendable {
  /// Slow and fast variation of F0 around its trend.
  case f0 = "f0_instability"
  /// Slow and fast variation of the amplitude around its trend.
  case amplitude = "amplitude_instability"
  /// Five-point period perturbation quotient.
  case ppq5 = "ppq5"
  /// Eleven-point amplitude perturbation quotient.
  case apq11 = "apq11"
  /// Five-point amplitude perturbation quotient, a substitute for the eleven-point one.
  case apq5 = "apq5"
  /// Fraction of the segment that is voiced without a break.
  case voicing = "voicing_continuity"

  /// The level in percent at which the part scores one half; nil for voicing, which is a fraction.
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

  /// The exponent of the part in the geometric mean; nil for voicing, which multiplies the score.
  public var weight: Double? {
    switch self {
    case .f0: 0.35
    case .amplitude: 0.25
    case .ppq5: 0.25
    case .apq11, .apq5: 0.15
    case .voicing: nil
    }
  }

  /// The score of a level: 1 at zero, ½ at the threshold, a tenth at three times the threshold.
  package func score(ofLevel percent: Double) -> Double {
    guard let anchorPercent else { return 1 }
    let ratio = percent / anchorPercent
    return 1 / (1 + ratio * ratio)
  }
}
