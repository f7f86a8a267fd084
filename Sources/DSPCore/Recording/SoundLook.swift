// What a tenth of a second sounds like, whatever its level: the shape of its spectrum in bands that are
// about as wide as formants.

import RealModule

/// A window of a sound.
package struct SoundLook: Sendable {
  /// From where to where it reaches, in seconds.
  package let time: ClosedRange<Double>

  /// Its mean square.
  package let power: Double

  /// Its spectrum in bands, in decibels about their mean.
  package let bands: [Double]

  /// A window that was looked at.
  package init(time: ClosedRange<Double>, power: Double, bands: [Double]) {
    self.time = time
    self.power = power
    self.bands = bands
  }

  /// How much its spectrum differs from that of another: the root of the mean square, in decibels.
  package func difference(from other: SoundLook) -> Double {
    let squares = zip(bands, other.bands).reduce(0) { sum, pair in
      sum + (pair.0 - pair.1) * (pair.0 - pair.1)
    }
    return (squares / Double(max(1, bands.count))).squareRoot()
  }
}

/// Bands of a spectrum on the mel scale, each reaching over half of its neighbours.
enum SoundBands {
  /// The lowest and the highest frequency, in hertz: the formants of all vowels lie between.
  private static let lowest = 150.0
  private static let highest = 4800.0

  private static let count = 13

  /// What lies further below the strongest band is not heard beside it, in decibels.
  private static let range = 30.0

  private static let edges: [Double] = {
    let (low, high) = (mel(lowest), mel(highest))
    return (0...(count + 1)).map { index in
      let mel = low + (high - low) * Double(index) / Double(count + 1)
      return 700 * (Double.exp(mel / 1127) - 1)
    }
  }()

  /// O'Shaughnessy (1987), Speech Communication: 1127 ln(1 + f / 700).
  private static func mel(_ frequency: Double) -> Double { 1127 * Double.log(1 + frequency / 700) }

  /// The level of each band about the mean of all, in decibels; all alike where there is no power.
  static func levels(of powers: [Double], binWidth: Double) -> [Double] {
    let sums = (0..<count).map { band in
      let first = min(powers.count, Int((edges[band] / binWidth).rounded(.up)))
      let end = min(powers.count, Int((edges[band + 2] / binWidth).rounded(.up)))
      return powers[first..<max(first, end)].reduce(0, +)
    }
    guard let strongest = sums.max(), strongest > 0 else { return sums.map { _ in 0 } }
    let levels = sums.map { sum in
      sum > 0 ? max(-range, 10 * Double.log10(sum / strongest)) : -range
    }
    let mean = levels.reduce(0, +) / Double(count)
    return levels.map { $0 - mean }
  }
}
