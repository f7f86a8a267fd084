import DSPCore
import VoiceTypes

/// Mains hum: the stronger mains frequency with its harmonics.
struct MainsHum {
  private static let bases: [Hertz] = [50, 60]
  private static let harmonics = 3

  /// Maximum relative distance of a hum to a harmonic of the voice for a warning [E].
  private static let nearness = 0.15

  /// Minimum power ratio of a line to its surroundings, 10 dB [E]. A voice is less stable than the
  /// mains.
  private static let leastProminence = 10.0

  /// Distance at which a harmonic of the voice masks a mains line, in line widths and as a fraction
  /// of F0. Alternating cycles add lines halfway between the harmonics.
  private static let coveredWidths = 6.0
  private static let coveredShare = 0.1
  private static let coveredShareBetween = 0.05

  let base: Hertz
  let power: Double

  /// Whether the hum is a distinct line. Otherwise `power` is an upper bound.
  let isLine: Bool

  /// Measures the hum in a pause.
  init(inPause sound: LowFrequencySpectrum) {
    let candidates = Self.bases.map { base in
      let lines = (1...Self.harmonics).map { sound.line(at: base.value * Double($0)) }
      return (base, lines.reduce(0) { $0 + $1.power })
    }
    (base, power) = candidates.max { $0.1 < $1.1 } ?? (50, 0)
    isLine = true
  }

  /// Measures the hum below the voice. Returns nil if the voice masks all lines of a mains
  /// frequency and no other line is distinct.
  init?(beneath f0: Hertz, in sound: LowFrequencySpectrum) {
    var strongest: (base: Hertz, power: Double, isLine: Bool)?
    var isCovered = false
    for base in Self.bases {
      let lines = (1...Self.harmonics).map { base.value * Double($0) }
        .filter { !Self.isCovered($0, by: f0.value, width: 1 / sound.seconds) }
        .map { sound.line(at: $0) }
      isCovered = isCovered || lines.isEmpty
      let clear = lines.filter { $0.prominence >= Self.leastProminence }
      let found = (
        base, (clear.isEmpty ? lines : clear).reduce(0) { $0 + $1.power }, !clear.isEmpty
      )
      let isStronger =
        (found.2 ? 1 : 0, found.1) > (strongest?.isLine == true ? 1 : 0, strongest?.power ?? 0)
      if isStronger { strongest = found }
    }
    guard let strongest, strongest.isLine || !isCovered else { return nil }
    (base, power, isLine) = strongest
  }

  private static func isCovered(_ frequency: Double, by f0: Double, width: Double) -> Bool {
    func distance(_ places: Double) -> Double { (frequency - places * f0).magnitude }
    let harmonic = max(1, (frequency / f0).rounded())
    let between = (frequency / f0).rounded(.down) + 0.5
    return distance(harmonic) < max(coveredWidths * width, coveredShare * f0)
      || distance(between) < coveredShareBetween * f0
  }

  /// Whether a mains harmonic is near a harmonic of the voice.
  func isNear(_ f0: Hertz) -> Bool {
    (1...Self.harmonics).contains { harmonic in
      let ratio = base.value * Double(harmonic) / f0.value
      let nearest = max(1, ratio.rounded())
      return (ratio / nearest - 1).magnitude <= Self.nearness
    }
  }
}
