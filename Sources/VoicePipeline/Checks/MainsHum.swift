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

  /// Relative error of the pitch of a hum in noise [E]; the mains itself varies by 0.1 %.
  private static let pitchTolerance = 0.01

  let base: Hertz

  /// The lines of the hum.
  private let lines: [Line]

  private struct Line {
    let frequency: Hertz
    let power: Double
  }

  /// The power of the lines after a filter.
  func power(after filter: VoiceHighPass? = nil) -> Double {
    lines.reduce(0) { sum, line in
      let gain = filter?.gain(at: line.frequency) ?? 1
      return sum + line.power * gain * gain
    }
  }

  /// Whether the hum is a distinct line. Otherwise its power is an upper bound.
  let isLine: Bool

  /// Measures the hum that is in every window of the pauses; nil without a window. A cough or a
  /// click is in a few of them.
  init?(inPauses windows: [LowFrequencySpectrum]) {
    guard !windows.isEmpty else { return nil }
    self.init { frequency in
      let lines = windows.map { $0.line(at: frequency) }
      return (lines.map(\.power).min() ?? 0, lines.map(\.prominence).min() ?? 0)
    }
  }

  /// Measures the hum below the voice. Returns nil if the voice masks all lines of a mains
  /// frequency and no other line is distinct.
  init?(beneath f0: Hertz, in sound: LowFrequencySpectrum) {
    self.init { frequency in
      Self.isCovered(frequency, by: f0.value, width: 1 / sound.seconds)
        ? nil : sound.line(at: frequency)
    }
  }

  /// Selects the stronger mains frequency; `line` returns the power of a line and its ratio to the
  /// surroundings, or nil for a masked line.
  private init?(line: (Double) -> (power: Double, prominence: Double)?) {
    var strongest: (base: Hertz, lines: [Line], power: Double, isLine: Bool)?
    var isCovered = false
    for base in Self.bases {
      let lines = (1...Self.harmonics).map { base.value * Double($0) }
        .compactMap { frequency in line(frequency).map { (frequency: frequency, line: $0) } }
      isCovered = isCovered || lines.isEmpty
      let clear = lines.filter { $0.line.prominence >= Self.leastProminence }
      let found = (clear.isEmpty ? lines : clear).map {
        Line(frequency: Hertz($0.frequency), power: $0.line.power)
      }
      let power = found.reduce(0) { $0 + $1.power }
      let isStronger =
        (clear.isEmpty ? 0 : 1, power)
        > (strongest?.isLine == true ? 1 : 0, strongest?.power ?? 0)
      if isStronger { strongest = (base, found, power, !clear.isEmpty) }
    }
    guard let strongest, strongest.isLine || !isCovered else { return nil }
    (base, lines, isLine) = (strongest.base, strongest.lines, strongest.isLine)
  }

  private static func isCovered(_ frequency: Double, by f0: Double, width: Double) -> Bool {
    func distance(_ places: Double) -> Double { (frequency - places * f0).magnitude }
    let harmonic = max(1, (frequency / f0).rounded())
    let between = (frequency / f0).rounded(.down) + 0.5
    return distance(harmonic) < max(coveredWidths * width, coveredShare * f0)
      || distance(between) < coveredShareBetween * f0
  }

  /// Whether a pitch is a mains frequency or a harmonic of it.
  static func isPitch(_ f0: Hertz) -> Bool {
    bases.contains { base in
      (1...harmonics).contains { isPitch(f0, like: Hertz(base.value * Double($0))) }
    }
  }

  /// Whether two pitches are equal within the error of a pitch of hum.
  static func isPitch(_ f0: Hertz, like other: Hertz) -> Bool {
    (f0.value / other.value - 1).magnitude <= pitchTolerance
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
