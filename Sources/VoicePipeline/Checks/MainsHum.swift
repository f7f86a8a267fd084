// The stronger of the two mains frequencies with its first harmonics.

import DSPCore
import VoiceTypes

/// A hum of the mains.
struct MainsHum {
  private static let bases: [Hertz] = [50, 60]
  private static let harmonics = 3

  /// How close, in share of F0, a hum must be to a harmonic of the voice to matter [E].
  private static let nearness = 0.15

  /// How many times a line is what lies beside it; 10 dB [E]. A voice is not as steady as the mains.
  private static let leastProminence = 10.0

  /// How close a line of the voice covers one of the mains: in widths of a line, and in shares of F0.
  /// Where cycles alternate there are lines between the harmonics too.
  private static let coveredWidths = 6.0
  private static let coveredShare = 0.1
  private static let coveredShareBetween = 0.05

  let base: Hertz
  let power: Double

  /// Whether it stands out as a line does; what does not is a bound.
  let isLine: Bool

  /// The hum of a pause.
  init(inPause sound: LowSound) {
    let candidates = Self.bases.map { base in
      let lines = (1...Self.harmonics).map { sound.line(at: base.value * Double($0)) }
      return (base, lines.reduce(0) { $0 + $1.power })
    }
    (base, power) = candidates.max { $0.1 < $1.1 } ?? (50, 0)
    isLine = true
  }

  /// The hum beneath a voice; nil where the voice covers all of the lines of either mains frequency.
  init?(beneath f0: Hertz, in sound: LowSound) {
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

  /// Whether it lies near the voice or one of its harmonics.
  func isNear(_ f0: Hertz) -> Bool {
    (1...Self.harmonics).contains { harmonic in
      let ratio = base.value * Double(harmonic) / f0.value
      let nearest = max(1, ratio.rounded())
      return (ratio / nearest - 1).magnitude <= Self.nearness
    }
  }
}
