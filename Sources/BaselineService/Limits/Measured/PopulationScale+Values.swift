// Values of people on the scale on which they are averaged and spread, and back.

internal import RealModule
internal import VoiceTypes

extension PopulationScale {
  /// A value on this scale; nil where it has none, as zero has no logarithm.
  func transformed(_ value: Double) -> Double? {
    switch self {
    case .logarithmic: value > 0 ? Double.log(value) : nil
    case .linear: value
    }
  }

  /// The value that is `transformed` on this scale.
  func value(_ transformed: Double) -> Double {
    switch self {
    case .logarithmic: Double.exp(transformed)
    case .linear: transformed
    }
  }
}
