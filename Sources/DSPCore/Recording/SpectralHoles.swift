import RealModule
internal import VoiceMath
package import VoiceTypes

/// Share of empty cells in the spectrogram of a held vowel.
///
/// A perceptual codec sets the bands to zero that a listener does not miss, in some blocks and not
/// in others (MP3: ISO/IEC 11172-3). Noise suppression does the same. A held vowel without such
/// processing has noise in every band at all times. It is a project rule with engineering choices;
/// the article "Checks of a recording" has the error rates.
package struct SpectralHoles: Sendable {
  /// Minimum windows per second, about one block of a codec each.
  private static let windowsPerSecond = 50.0

  /// Lowest frequency and width of the bands, in hertz: above the strong harmonics.
  private static let lowest = 3000.0
  private static let bandWidth = 400.0

  /// Power of the quietest examined window relative to the loudest; −13 dB.
  private static let leastPower = 0.05

  /// Level of a hole relative to the median of its band, in decibels.
  private static let depth = -15.0

  /// Lowest median of an examined band over the rounding noise of 16 bits, in decibels.
  private static let leastLevel = 12.0

  /// Power per sample of the rounding noise of 16 bits.
  private static let roundingNoise = Double.pow(2, -30) / 12

  /// Fewest windows, and their maximum number, by a sampling stride.
  private static let leastWindows = 20
  private static let mostWindows = 400

  /// Fraction of the cells that are holes.
  package let share: Double

  /// Measures a segment, in seconds, up to a frequency; nil for too few windows or without a band
  /// above the rounding noise.
  package init?(
    in signal: Signal, in stretch: ClosedRange<Double>, upTo end: Hertz,
    workspace: inout AnalysisWorkspace
  ) {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let frames = Self.frames(
      of: signal.samples.span.extracting(indices), at: signal.sampleRate, workspace: &workspace)
    guard frames.count >= Self.leastWindows else { return nil }
    let binWidth = 0.5 * signal.sampleRate.value / Double(frames[0].count - 1)
    let width = Int((Self.bandWidth / binWidth).rounded())
    let last = Int(end.value / binWidth) - width
    var (holes, cells) = (0, 0)
    for first in stride(from: Int(Self.lowest / binWidth), through: last, by: max(1, width)) {
      let levels = frames.map { frame in
        let mean = frame[first..<(first + width)].reduce(0, +) / Double(width)
        return 10 * Double.log10(max(mean / Self.roundingNoise, Double.leastNormalMagnitude))
      }
      guard let median = Statistics.quantile(0.5, of: levels), median >= Self.leastLevel else {
        continue
      }
      holes += levels.count { $0 - median < Self.depth }
      cells += levels.count
    }
    guard cells > 0 else { return nil }
    share = Double(holes) / Double(cells)
  }

  /// Power spectra of the louder windows; white noise has its variance in every bin.
  private static func frames(
    of samples: Span<Double>, at rate: Hertz, workspace: inout AnalysisWorkspace
  ) -> [[Double]] {
    let size = PowerOfTwo.smallest(holding: Int((rate.value / windowsPerSecond).rounded(.up)))
    let hops = max(1, (2 * samples.count / size + mostWindows - 1) / mostWindows)
    let window = Window.hann(count: size)
    let scale = 1 / Rows.product(of: window.span, and: window.span)
    let transform = workspace.transform(ofExactly: size)
    let frames = stride(from: 0, through: samples.count - size, by: hops * size / 2).map { start in
      transform.load(count: size) { frame in
        Rows.taper(
          samples.extracting(start..<(start + size)), minus: 0, by: window.span, into: &frame)
      }
      var powers = [Double](repeating: 0, count: size / 2 + 1)
      transform.addPowers(to: &powers)
      return powers.map { $0 * scale }
    }
    let energies = frames.map { $0.reduce(0, +) }
    let least = leastPower * (energies.max() ?? 0)
    return zip(frames, energies).filter { $0.1 > least }.map(\.0)
  }
}
