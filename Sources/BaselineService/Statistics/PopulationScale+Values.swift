internal import RealModule
internal import VoiceTypes

extension PopulationScale {
  /// Transforms a value to this scale; nil if the logarithm is undefined.
  func transformed(_ value: Double) -> Double? {
    switch self {
    case .logarithmic: value > 0 ? Double.log(value) : nil
    case .linear: value
    }
  }

  /// Transforms a value on this scale back to the unit of its measure.
  func value(_ transformed: Double) -> Double {
    switch self {
    case .logarithmic: Double.exp(transformed)
    case .linear: transformed
    }
  }
}
