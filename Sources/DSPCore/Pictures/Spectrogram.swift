import RealModule
public import VoiceTypes

/// Spectrogram settings; Praat's defaults.
public struct SpectrogramSettings: Sendable, Equatable {
  /// The effective length of the Gaussian window, half its physical length.
  public var windowLength: Seconds = 0.005

  /// The highest displayed frequency.
  public var maximumFrequency: Hertz = 5000

  /// The dynamic range below the highest point, in decibels; lower levels are white.
  public var dynamicRange: Decibels = 50

  /// Pre-emphasis in decibels per octave.
  public var preEmphasis: Decibels = 6

  /// Creates Praat's defaults.
  public init() {}
}

/// Spectrogram for display, after Praat's "Sound: To Spectrogram…" with a Gaussian window and its
/// "Spectrogram: Paint…" with dynamic range and pre-emphasis. (Praat manual, both pages.) No
/// measure uses it.
public struct Spectrogram: Sendable {
  /// Maximum bin distance [Praat manual: "Frequency step"].
  private static let frequencyStep: Hertz = 20

  /// The frequency in hertz at which the pre-emphasis is 0 dB.
  private static let emphasisCentre = 1000.0

  /// Floor of a power as a fraction of the strongest, before the logarithm.
  private static let leastPower = 1e-15

  /// Number of columns, evenly over the whole signal; each shows its centre.
  public let columns: Int

  /// Number of frequencies, evenly from 0 to ``top``.
  public let rows: Int

  /// The upper edge of the highest row.
  public let top: Hertz

  /// Levels below the highest point, in decibels, 0 or less: `columns` values per row, the lowest
  /// frequency first.
  public let levels: [Double]

  /// Computes the spectrogram of a signal; nil for digital silence.
  public init?(
    of signal: Signal, settings: SpectrogramSettings, columns: Int, rows: Int,
    workspace: inout AnalysisWorkspace
  ) {
    let rate = signal.sampleRate.value
    let top = min(settings.maximumFrequency.value, 0.5 * rate)
    let length = max(3, Int((2 * settings.windowLength.value * rate).rounded(.down)))
    let size = PowerOfTwo.smallest(
      holding: max(length, Int((rate / Self.frequencyStep.value).rounded(.up))))
    let spectra = FrameSpectra(
      signal: signal, taper: Window.gaussian(count: length), size: size)
    let places = (0..<rows).map { (Double($0) + 0.5) / Double(rows) * top }
    let step = signal.duration.value / Double(columns)
    let parts = workspace.parts(of: columns) { range, workspace in
      range.map { column in
        spectra.powers(
          around: (Double(column) + 0.5) * step, at: places.map { $0 * Double(size) / rate },
          workspace: &workspace)
      }
    }
    let found = parts.flatMap { $0 }
    let strongest = found.reduce(0) { max($0, $1.max() ?? 0) }
    guard strongest > 0, strongest.isFinite else { return nil }
    let emphasis = places.map {
      settings.preEmphasis.value * Double.log2($0 / Self.emphasisCentre)
    }
    var levels = [Double](repeating: 0, count: rows * columns)
    for row in 0..<rows {
      for column in 0..<columns {
        let share = max(found[column][row] / strongest, Self.leastPower)
        levels[row * columns + column] = 10 * Double.log10(share) + emphasis[row]
      }
    }
    let highest = levels.max() ?? 0
    self.levels = levels.map { $0 - highest }
    (self.columns, self.rows, self.top) = (columns, rows, Hertz(top))
  }
}

/// Windowed spectra of one signal.
private struct FrameSpectra: Sendable {
  let signal: Signal
  let taper: [Double]
  let size: Int

  /// The power at each of `places`, in bins, around a time in seconds; linear between bins.
  func powers(
    around time: Double, at places: [Double], workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let start = SampleGrid(of: signal).nearestIndex(to: time) - taper.count / 2
    let transform = workspace.transform(ofExactly: size)
    transform.load(count: taper.count) { frame in
      for offset in taper.indices {
        let index = start + offset
        let isThere = index >= 0 && index < signal.samples.count
        frame[offset] = isThere ? signal.samples[index] * taper[offset] : 0
      }
    }
    var powers = [Double](repeating: 0, count: size / 2 + 1)
    transform.addPowers(to: &powers)
    return places.map { place in
      let low = min(Int(place), powers.count - 2)
      return powers[low] + (place - Double(low)) * (powers[low + 1] - powers[low])
    }
  }
}
