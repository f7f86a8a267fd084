import RealModule
internal import VoiceMath
package import VoiceTypes

/// Window of 0.1 s with three parts of the Acoustic Breathiness Index (ABI).
///
/// Barsties v. Latoszek et al. (2017), J Voice 31:511.e11–27, with the steps of the published script
/// of Kitayama & Hosokawa (2025), npj Digit Med 8:295.
package struct BreathinessWindow: Sendable {
  /// The length and the step of the windows, in seconds.
  private static let length = 0.1
  /// Half width of the search around a frequency, in hertz.
  fileprivate static let reach = 20.0
  /// Width of the bands of F0 and of the first harmonics, in hertz.
  private static let bandwidth = 6.0
  /// The band of the harmonics, in hertz.
  private static let harmonics = 500.0...1500.0
  /// Upper limits of the low and the high band, in hertz.
  private static let (lowEnd, highEnd) = (6000.0, 10_000.0)
  /// Search range of the cepstral peak, as F0.
  private static let search: ClosedRange<Hertz> = 60...400
  /// Addend of a cepstral power before its logarithm.
  private static let floor = 1e-30

  /// Ratio of the mean levels of 0–6 and 6–10 kHz, both above the lowest level below 10 kHz; nil for
  /// digital silence.
  package let highFrequencyNoise: Double?
  /// Level of the harmonics of 0.5–1.5 kHz over that of the valleys between them, in decibels.
  package let harmonicsToNoise: Double
  /// Level difference of the first two harmonics, in decibels.
  package let firstHarmonics: Double
  /// Centre of the strongest 6 Hz band near the cepstral peak.
  package let f0: Hertz

  /// The windows of a signal in order; a remainder shorter than a window is ignored.
  package static func all(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [BreathinessWindow] {
    let count = Int((signal.duration.value / length).rounded(.down))
    return stride(from: 1, through: count, by: 1).map { number in
      let end = Double(number) * length
      return BreathinessWindow(of: signal, from: end - length, to: end, workspace: &workspace)
    }
  }

  /// The means of the parts over the windows of a signal.
  static func means(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    let windows = all(of: signal, workspace: &workspace)
    func mean(_ value: (BreathinessWindow) -> Double?) -> Measured {
      let values = windows.compactMap(value)
      guard values.count == windows.count else { return .unavailable(.digitalSilence) }
      return Statistics.mean(values).map { Measured($0) }
        ?? .unavailable(.tooShort(needed: Seconds(length), found: 0))
    }
    return [
      .highFrequencyNoise: mean { $0.highFrequencyNoise },
      .dejonckere: mean { $0.harmonicsToNoise }, .firstHarmonics: mean { $0.firstHarmonics },
    ]
  }

  /// Analyses the samples between two times, in seconds, which define the frame of the cepstrum.
  private init(
    of signal: Signal, from start: Double, to end: Double, workspace: inout AnalysisWorkspace
  ) {
    let grid = SampleGrid(of: signal)
    let indices = grid.indices(from: start, to: end)
    let part = Signal(samples: Array(signal.samples[indices]), sampleRate: signal.sampleRate)
    let times = SampleGrid(
      firstTime: grid.time(of: indices.lowerBound), period: grid.period, count: indices.count)
    let peak = Self.cepstralPeak(
      of: part, at: times, from: start, to: end, workspace: &workspace)
    let bins = EnergySpectrum.density(of: part, workspace: &workspace)
    let bands = bins.bands(of: Self.bandwidth, to: bins.end)
    let f0 = bands.highest(around: peak).centre
    let first = Int((Self.harmonics.lowerBound / f0).rounded(.up))
    let last = Int((Self.harmonics.upperBound / f0).rounded(.down))
    // The script ends the valleys by the cepstral F0, and the peaks by that of the spectrum.
    let lastValley = Int((Self.harmonics.upperBound / peak).rounded(.down)) - 1
    let peaks = (first...last).map { bins.highest(around: Double($0) * f0).level }
    let valleys = (first...max(first, lastValley)).map { harmonic in
      bins.lowest(
        from: Double(harmonic) * f0 + Self.reach, to: Double(harmonic + 1) * f0 - Self.reach)
    }
    self.f0 = Hertz(f0)
    highFrequencyNoise = Self.ratio(of: bins)
    harmonicsToNoise = (Statistics.mean(peaks) ?? 0) - (Statistics.mean(valleys) ?? 0)
    firstHarmonics = bands.highest(around: f0).level - bands.highest(around: 2 * f0).level
  }

  /// Ratio of mean levels above the lowest one, by mean energy.
  private static func ratio(of density: BandedDensity) -> Double? {
    let count = Int((highEnd / density.width).rounded(.down)) + 1
    guard let lowest = density.values.prefix(count).min(), lowest > 0,
      let low = density.mean(from: 0, to: lowEnd),
      let high = density.mean(from: lowEnd, to: highEnd)
    else { return nil }
    return Double.log10(low / lowest) / Double.log10(high / lowest)
  }

  /// F0 of the highest peak of the cepstrum above its line, in hertz.
  private static func cepstralPeak(
    of part: Signal, at times: SampleGrid, from start: Double, to end: Double,
    workspace: inout AnalysisWorkspace
  ) -> Double {
    let version = ConcatenatedIndex.praatVersion
    var resampled = Resampling.resample(
      part, to: PowerCepstrogram.rate, sincWindow: version.sincWindow, workspace: &workspace)
    let count = resampled.samples.count
    // The frame starts on half a sample, and the last bits of the times select the sample.
    resampled.grid = SampleGrid(
      firstTime: 0.5 * (start + end - Double(count - 1) / PowerCepstrogram.rate.value),
      period: resampled.grid.period, count: count)
    let frames = CepstrogramFrames(
      of: resampled, on: times, definition: version.cppsDefinition,
      window: min(CepstrogramSettings.windowDuration, times.duration))
    guard let frames else { return search.lowerBound.value }
    let cepstrogram = PowerCepstrogram(frames, workspace: &workspace)
    var powers = [Double](repeating: 0, count: cepstrogram.quefrencyCount)
    cepstrogram.write(frame: 0, into: &powers)
    // As Praat's decibels of a cepstrum; digital silence has finite levels.
    for index in powers.indices { powers[index] += floor }
    var prominence = FrameProminence(of: cepstrogram, definition: version.cppsDefinition)
    let (decibels, line) = prominence.curve(of: powers)
    let above = decibels.enumerated().map { max(0, $1 - line.value(at: Double($0))) }
    let peak = CepstralPeakFinder(
      floor: search.lowerBound, ceiling: search.upperBound,
      quefrencyStep: cepstrogram.quefrencyStep
    ).highest(in: above)
    return 1 / (peak.position * cepstrogram.quefrencyStep)
  }
}

extension BandedDensity {
  /// Level of digital silence, in decibels.
  private static let silence = -300.0

  /// The centres of the bands, in hertz instead of seconds.
  private var centres: SampleGrid {
    SampleGrid(firstTime: firstEdge + 0.5 * width, period: width, count: values.count)
  }

  /// The bands with centres between two frequencies; those nearest to the two if none is between.
  private func indices(from low: Double, to high: Double) -> [Int] {
    let inside = centres.indices(from: low, to: high)
    guard inside.isEmpty else { return Array(inside) }
    return [low, high].map { min(max(0, centres.nearestIndex(to: $0)), values.count - 1) }
  }

  /// Centre, in hertz, and level of the first highest band near a frequency.
  fileprivate func highest(around frequency: Double) -> (centre: Double, level: Double) {
    let reach = BreathinessWindow.reach
    let found = indices(from: frequency - reach, to: frequency + reach)
    let best = found.dropFirst().reduce(found[0]) { values[$1] > values[$0] ? $1 : $0 }
    return (centres.time(of: best), level(values[best]))
  }

  /// Level of the lowest band between two frequencies.
  fileprivate func lowest(from low: Double, to high: Double) -> Double {
    level(indices(from: low, to: high).map { values[$0] }.min() ?? 0)
  }

  /// Level in decibels, relative to any reference.
  private func level(_ energy: Double) -> Double {
    energy > 0 ? 10 * Double.log10(energy) : Self.silence
  }
}
