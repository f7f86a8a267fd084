import RealModule

/// Spectral frame: power and spectral shape of a window of about a tenth of a second.
package struct SpectralFrame: Sendable {
  /// Start and end, in seconds.
  package let time: ClosedRange<Double>

  /// The mean square of the window.
  package let power: Double

  /// The spectrum in bands, in decibels about their mean.
  package let bands: [Double]

  /// Creates a spectral frame.
  package init(time: ClosedRange<Double>, power: Double, bands: [Double]) {
    self.time = time
    self.power = power
    self.bands = bands
  }

  /// The root-mean-square difference of two spectra, in decibels.
  package func difference(from other: SpectralFrame) -> Double {
    let squares = zip(bands, other.bands).reduce(0) { sum, pair in
      sum + (pair.0 - pair.1) * (pair.0 - pair.1)
    }
    return (squares / Double(max(1, bands.count))).squareRoot()
  }
}

/// Mel-scale bands of a spectrum, with half overlap.
enum MelBands {
  /// The lowest and the highest frequency, in hertz: the range of all vowel formants.
  private static let lowest = 150.0
  private static let highest = 4800.0

  private static let count = 13

  /// Dynamic range below the strongest band, in decibels; lower levels are masked.
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

  /// The level of each band about the mean of all, in decibels; all equal without power.
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
