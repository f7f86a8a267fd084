import RealModule
internal import VoiceMath
package import VoiceTypes

/// Decay of the level after the end of a voice.
///
/// A voice that stops in a dry room falls by tens of decibels within some 50 ms. In a reverberant
/// room, the level falls by a constant rate: 60 dB in the reverberation time. A line is fitted to the
/// whole decay. Close to the microphone, the direct sound ends first and the reverberation decays
/// from a lower level: a second line is fitted to the rest, after backward integration (Schroeder
/// 1965, J Acoust Soc Am 37:409, cited from memory).
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

  /// Time from the end of the voice to that of the direct sound, in seconds, and lowest level of
  /// the reverberation there, in decibels relative to the voice: a lower one changes few measures,
  /// and a breath decays like it [E].
  private static let direct = 0.04
  private static let lowestTail = -20.0

  /// Greatest decay that is fitted after backward integration, in decibels, and its share of the
  /// whole one: the integral is too low near its end [E].
  private static let fittedRange = 15.0
  private static let fittedShare = 0.7

  /// Maximum deviation of the integral from a line in decibels, and ratio of the slopes of its
  /// halves [E].
  private static let straightTail = 2.5
  private static let evenHalves = 0.4...2.5

  /// Decay of a whole voice, in seconds, above which one that is no line is a voice that fades, and
  /// longest reverberation time of a living room [E].
  private static let longestOffset = 0.43
  private static let longestReverberation = 1.5

  /// The time in which the level falls by 60 dB, in seconds; nil for a voice that fades.
  package let seconds: Double?

  /// Measures the decay after a segment of the voice, in seconds; nil without a pause or with a
  /// loud one.
  package init?(in signal: Signal, after voice: ClosedRange<Double>) {
    let all = Self.levels(of: signal)
    let start = max(0, Int(voice.lowerBound / Self.hop))
    let levels = Array(all.dropFirst(start))
    let held = Int((voice.upperBound - voice.lowerBound - Self.window) / Self.hop)
    guard held > 0, levels.count > held,
      let level = Statistics.quantile(0.5, of: Array(levels[..<held])),
      let noise = Statistics.quantile(0.2, of: Array(levels[held...]))
    else { return nil }
    let before = Statistics.quantile(0.2, of: Array(all.prefix(start))) ?? noise
    let whole = Self.whole(of: levels, after: held, level, noise)
    let tail = Self.tail(of: levels, after: held, level, min(noise, before))
    guard whole != nil || tail != nil else { return nil }
    seconds = [whole.flatMap(\.self), tail].compactMap(\.self).max()
  }

  /// Returns the reverberation time from the whole decay; the inner nil is a voice that fades, the
  /// outer one a decay of too small a range.
  private static func whole(
    of levels: [Double], after held: Int, _ level: Double, _ noise: Double
  ) -> Double?? {
    let low = max(level + end, noise + aboveNoise)
    guard level + start - low >= leastRange,
      let last = levels[held...].firstIndex(where: { $0 < low }),
      let first = levels[..<last].lastIndex(where: { $0 >= level + start }),
      Double(levels.count - first) * hop >= leastPause
    else { return nil }
    let decay = levels[first...last]
    let late = decay.drop { $0 >= level + middle }
    guard let line = Self.line(through: decay) else {
      let seconds = 60 * Double(decay.count) * hop / (level + start - low)
      return .some(seconds <= longestOffset ? seconds : nil)
    }
    let seconds = line.slope < 0 ? -60 / line.slope : .infinity
    let isExponential =
      line.deviation < straight
      && Self.line(through: late).map { constantSlope.contains($0.slope / line.slope) } ?? false
    let isKnown = seconds <= longestOffset || isExponential
    return .some(isKnown && seconds < longestReverberation ? seconds : nil)
  }

  /// Returns the reverberation time from the levels after the direct sound.
  private static func tail(
    of levels: [Double], after held: Int, _ level: Double, _ noise: Double
  ) -> Double? {
    let last = levels[held...].firstIndex { $0 < noise + aboveNoise } ?? levels.count - 1
    guard let first = levels[..<last].lastIndex(where: { $0 >= level + start }),
      Double(levels.count - first) * hop >= leastPause
    else { return nil }
    let decay = levels[first...last].dropFirst(Int((direct / hop).rounded()))
    guard decay.count > 2 * fewest, let high = decay.first, let low = decay.last,
      high - low >= leastRange, high >= level + lowestTail
    else { return nil }
    var (sum, integral) = (0.0, [Double]())
    for level in decay.reversed() {
      sum += max(0, Double.pow(10, level / 10) - Double.pow(10, noise / 10))
      integral.append(10 * Double.log10(max(sum, 1e-12)))
    }
    integral.reverse()
    let end = integral[0] - min(fittedRange, fittedShare * (high - low))
    let fitted = integral.prefix { $0 >= end }
    guard let whole = line(through: fitted), whole.deviation < straightTail,
      let early = line(through: fitted.prefix(fitted.count / 2)), early.slope < 0,
      let late = line(through: fitted.dropFirst(fitted.count / 2)),
      evenHalves.contains(late.slope / early.slope), -60 / whole.slope < longestReverberation
    else { return nil }
    return -60 / whole.slope
  }

  private static func levels(of signal: Signal) -> [Double] {
    let rate = signal.sampleRate.value
    let (length, step) = (max(1, Int(window * rate)), max(1, Int(hop * rate)))
    let samples = signal.samples.span
    func sums(of range: Range<Int>) -> (values: Double, squares: Double) {
      let row = samples.extracting(range)
      return (Rows.sum(of: row), Rows.product(of: row, and: row))
    }
    // Windows overlap and share the sums of the steps inside them.
    let steps = stride(from: 0, through: samples.count - step, by: step).map {
      sums(of: $0..<($0 + step))
    }
    let rest = sums(of: (steps.count * step)..<samples.count)
    let mean = steps.reduce(rest.values) { $0 + $1.values } / Double(samples.count)
    let whole = length / step
    return stride(from: 0, through: samples.count - length, by: step).map { index in
      var sum = sums(of: (index + whole * step)..<(index + length))
      for part in steps[(index / step)..<(index / step + whole)] {
        sum.values += part.values
        sum.squares += part.squares
      }
      let power = (sum.squares - 2 * mean * sum.values) / Double(length) + mean * mean
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
