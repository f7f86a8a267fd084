import RealModule
internal import VoiceMath

/// Spectral images of a sound that was recorded at a lower sample rate.
///
/// An interpolation without a steep filter leaves images: the spectrum above half of the lower rate
/// is the mirror of the spectrum below (Crochiere & Rabiner 1983, Multirate Digital Signal
/// Processing, chapter 2). Each bin then varies over time like its mirror bin. The bins of a sound
/// without images vary independently. The correlation removes the mean of each bin and of each
/// frame, so the filter, a constant tone and a change of level have no effect. It is a project rule
/// with engineering choices; the article "Checks of a recording" has the error rates.
enum SpectralImages {
  /// Lower sample rates of telephones, headsets and voice messages, in hertz, ascending.
  private static let rates = [8000.0, 11_025, 12_000, 16_000, 22_050, 24_000]

  /// Distance of the compared bins from half of the lower rate, in hertz.
  private static let distances = 60.0...1000.0

  /// Narrowest compared band, in hertz.
  private static let leastBand = 300.0

  /// Fewest frames for a correlation.
  private static let leastFrames = 8

  /// Maximum number of frames, by a sampling stride.
  static let mostFrames = 24

  /// Power floor of a bin: the least positive number, so that gain does not move the result.
  private static let leastPower = Double.leastNormalMagnitude

  /// Correlation of images. 497 studio vowels have at most 0.27.
  private static let leastCorrelation = 0.4

  /// Returns half of the lowest sample rate with images, in hertz; nil without images.
  ///
  /// `frames` are the powers of the bins of successive windows.
  static func edge(in frames: [[Double]], binWidth: Double) -> Double? {
    guard frames.count >= leastFrames else { return nil }
    return rates.lazy.map { 0.5 * $0 }.first { middle in
      correlation(around: middle, in: frames, binWidth: binWidth) >= leastCorrelation
    }
  }

  /// Correlation of the levels above a frequency with the levels at the mirror frequencies.
  private static func correlation(
    around middle: Double, in frames: [[Double]], binWidth: Double
  ) -> Double {
    let nyquist = Double(frames[0].count - 1) * binWidth
    let first = Int(((middle + distances.lowerBound) / binWidth).rounded(.up))
    let last = Int((min(middle + distances.upperBound, nyquist) / binWidth).rounded(.down))
    guard Double(last - first) * binWidth >= leastBand else { return 0 }
    let above = frames.map { frame in (first...last).map { logarithm(frame[$0]) } }
    let below = frames.map { frame in
      (first...last).map { bin in
        let place = 2 * middle / binWidth - Double(bin)
        let (index, share) = (Int(place), place - place.rounded(.down))
        return (1 - share) * logarithm(frame[index]) + share * logarithm(frame[index + 1])
      }
    }
    return correlation(of: variation(of: above), and: variation(of: below))
  }

  private static func logarithm(_ power: Double) -> Double { Double.log(max(power, leastPower)) }

  /// Levels without the mean of each bin and then of each frame.
  private static func variation(of levels: [[Double]]) -> [[Double]] {
    let means = levels[0].indices.map { bin in
      levels.reduce(0) { $0 + $1[bin] } / Double(levels.count)
    }
    return levels.map { frame in
      let rest = zip(frame, means).map { $0 - $1 }
      let mean = rest.reduce(0, +) / Double(rest.count)
      return rest.map { $0 - mean }
    }
  }

  private static func correlation(of a: [[Double]], and b: [[Double]]) -> Double {
    var (product, squaresOfA, squaresOfB) = (0.0, 0.0, 0.0)
    for (rowA, rowB) in zip(a, b) {
      product += Rows.product(of: rowA.span, and: rowB.span)
      squaresOfA += Rows.product(of: rowA.span, and: rowA.span)
      squaresOfB += Rows.product(of: rowB.span, and: rowB.span)
    }
    let scale = (squaresOfA * squaresOfB).squareRoot()
    return scale > 0 ? product / scale : 0
  }
}
