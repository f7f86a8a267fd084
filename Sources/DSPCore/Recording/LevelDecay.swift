import RealModule
internal import VoiceMath
package import VoiceTypes

/// Decay of the level after the end of a voice.
///
/// A voice that stops in a dry room falls by tens of decibels within some 50 ms. In a reverberant
/// room, the level falls by a constant rate: 60 dB in the reverberation time. Schroeder (1965),
/// J Acoust Soc Am 37:409, cited from memory; the line is fitted without backward integration,
/// because the end of the excitation is unknown.
package struct LevelDecay: Sendable, Equatable {
  /// Length and distance of the level windows, in seconds.
  private static let window = 0.02
  private static let hop = 0.005

  /// Start, middle and end of the decay, in decibels relative to the voice.
  private static let start = -5.0
  private static let middle = -15.0
  private static let end = -30.0

  /// Distance of the end from the noise, and the least range of the decay, in decibels [E].
  private static let aboveNoise = 6.0
  private static let leastRange = 12.0

  /// The least pause after the voice, in seconds.
  private static let leastPause = 0.3

  /// Minimum windows of a fit; a faster decay has none.
  private static let fewest = 4

  /// Maximum deviation from a line in decibels, and ratio of the late slope to the whole one [E].
  private static let straight = 2.2
  private static let constantSlope = 0.5...2.0

  /// The time in which the level falls by 60 dB, in seconds.
  package let seconds: Double

  /// Whether the level falls at a constant rate.
  package let isExponential: Bool

  /// Measures the decay after a segment of the voice, in seconds; nil without a pause or with a
  /// loud one.
  package init?(in signal: Signal, after voice: ClosedRange<Double>) {
    let levels = Self.levels(of: signal, from: voice.lowerBound)
    let held = Int((voice.upperBound - voice.lowerBound - Self.window) / Self.hop)
    guard held > 0, levels.count > held,
      let level = Statistics.quantile(0.5, of: Array(levels[..<held])),
      let noise = Statistics.quantile(0.2, of: Array(levels[held...]))
    else { return nil }
    let low = max(level + Self.end, noise + Self.aboveNoise)
    guard level + Self.start - low >= Self.leastRange,
      let last = levels[held...].firstIndex(where: { $0 < low }),
      let first = levels[..<last].lastIndex(where: { $0 >= level + Self.start }),
      Double(levels.count - first) * Self.hop >= Self.leastPause
    else { return nil }
    let decay = levels[first...last]
    let late = decay.drop { $0 >= level + Self.middle }
    guard let whole = Self.line(through: decay) else {
      seconds = 60 * Double(decay.count) * Self.hop / (level + Self.start - low)
      isExponential = false
      return
    }
    seconds = whole.slope < 0 ? -60 / whole.slope : .infinity
    isExponential =
      whole.deviation < Self.straight
      && Self.line(through: late).map { Self.constantSlope.contains($0.slope / whole.slope) }
        ?? false
  }

  private static func levels(of signal: Signal, from start: Double) -> [Double] {
    let rate = signal.sampleRate.value
    let (length, step) = (max(1, Int(window * rate)), max(1, Int(hop * rate)))
    let samples = signal.samples.span
    let mean = Rows.sum(of: samples) / Double(samples.count)
    let first = max(0, Int(start * rate))
    return stride(from: first, through: samples.count - length, by: step).map { index in
      let row = samples.extracting(index..<(index + length))
      let sum = Rows.sum(of: row)
      let power =
        (Rows.product(of: row, and: row) - 2 * mean * sum) / Double(length) + mean * mean
      return 10 * Double.log10(max(power, 1e-12))
    }
  }

  /// The slope of levels in decibels per second, and their deviation from a line.
  private static func line(through levels: ArraySlice<Double>) -> (
    slope: Double, deviation: Double
  )? {
    guard levels.count >= fewest else { return nil }
    let count = Double(levels.count)
    let centre = (count - 1) / 2
    let mean = levels.reduce(0, +) / count
    var (product, square) = (0.0, 0.0)
    for (index, level) in levels.enumerated() {
      product += (Double(index) - centre) * (level - mean)
      square += (Double(index) - centre) * (Double(index) - centre)
    }
    let slope = product / square
    var deviation = 0.0
    for (index, level) in levels.enumerated() {
      let distance = level - mean - slope * (Double(index) - centre)
      deviation += distance * distance
    }
    return (slope / hop, (deviation / count).squareRoot())
  }
}
