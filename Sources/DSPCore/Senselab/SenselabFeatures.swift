import RealModule
internal import VoiceMath
public import VoiceTypes

/// The Praat features of a whole recording in senselab, which the Bridge2AI Voice data sets contain: names, units
/// and settings of `extract_praat_parselmouth_features_from_audios` in senselab 1.3 with Praat 6.1.38.
///
/// The first channel is resampled to 16 kHz. The five features of speech rate are not included.
public struct SenselabFeatures: Sendable {
  /// Value of a feature.
  public struct Feature: Sendable {
    /// The column of Bridge2AI.
    public let name: String

    /// The value: Hz, dB, s, dB/Hz for the tilt, or a fraction for jitter and shimmer.
    public let value: Measured

    init(_ name: String, _ value: Measured) { (self.name, self.value) = (name, value) }
  }

  /// The features in the order of senselab.
  public let features: [Feature]

  private static let rate: Hertz = 16_000
  private static let version = PraatVersion.v6_1

  /// Measures a recording.
  public init(of recording: Signal, workspace: inout AnalysisWorkspace) {
    let resampled = Resampling.resample(
      recording, to: Self.rate, sincWindow: Self.version.sincWindow, workspace: &workspace)
    let signal = Signal(samples: resampled.samples, sampleRate: Self.rate)
    let range = Self.pitchRange(of: signal, workspace: &workspace)
    let pitch = Self.pitch(of: signal, range: range, workspace: &workspace)
    let pulses = Self.pulses(of: signal, range: range, workspace: &workspace)
    features =
      [Feature("duration", Measured(recording.duration.value))]
      + Self.fundamental(pitch) + Self.intensity(of: signal, floor: range.floor)
      + Self.harmonicity(of: signal, floor: range.floor, workspace: &workspace)
      + Self.balance(of: signal, pulses: pulses, workspace: &workspace)
      + Self.prominence(of: signal, range: range, workspace: &workspace)
      + Self.formants(of: signal, range: range, workspace: &workspace)
      + Self.moments(of: signal, pitch: pitch, workspace: &workspace)
      + Self.perturbation(of: signal, pulses: pulses)
  }
}

// F0, pulses, jitter and shimmer
extension SenselabFeatures {
  private static let timeStep: Seconds = 0.005
  private static let highVoice = 170.0

  /// Selects the range by the mean of the F0 frames within two standard deviations.
  private static func pitchRange(of signal: Signal, workspace: inout AnalysisWorkspace)
    -> PitchRange
  {
    let found = pitch(of: signal, range: .senselabFirst, workspace: &workspace).voicedFrequencies
    let (mean, spread) = (Statistics.mean(found) ?? 0, populationDeviation(of: found) ?? 0)
    let near = found.filter { abs($0 - mean) <= 2 * spread }
    guard let mean = Statistics.mean(near) else { return .senselabHigh }
    return mean < highVoice ? .senselabLow : .senselabHigh
  }

  private static func pitch(
    of signal: Signal, method: PitchMethod = .autocorrelation, range: PitchRange,
    voicingThreshold: Double? = nil,
    workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    var settings = PitchSettings(method: method, range: range, sincWindow: version.sincWindow)
    settings.timeStep = timeStep
    if let voicingThreshold { settings.voicingThreshold = voicingThreshold }
    return PitchTracker.track(signal, settings: settings, workspace: &workspace)
  }

  /// The pulses of "To PointProcess (periodic, cc)".
  private static func pulses(
    of signal: Signal, range: PitchRange, workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let settings = PitchSettings(range: range, sincWindow: version.sincWindow)
    let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
    return GlottalPulses.find(
      in: signal, pitch: pitch, fallback: version.pulseFallback, workspace: &workspace)
  }

  private static func fundamental(_ pitch: PitchTrack) -> [Feature] {
    let found = pitch.voicedFrequencies
    return [
      Feature("mean_f0_hertz", measured(Statistics.mean(found))),
      Feature("std_f0_hertz", measured(Statistics.standardDeviation(found))),
    ]
  }

  private static func perturbation(of signal: Signal, pulses: [Double]) -> [Feature] {
    let jitter = Jitter(of: PeriodSequence(pulses: pulses))
    let shimmer = Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses))
    return [
      Feature("local_jitter", jitter.local), Feature("localabsolute_jitter", jitter.localAbsolute),
      Feature("rap_jitter", jitter.rap), Feature("ppq5_jitter", jitter.ppq5),
      Feature("ddp_jitter", jitter.ddp), Feature("local_shimmer", shimmer.local),
      Feature("localDB_shimmer", shimmer.localDecibels), Feature("apq3_shimmer", shimmer.apq3),
      Feature("apq5_shimmer", shimmer.apq5), Feature("apq11_shimmer", shimmer.apq11),
      Feature("dda_shimmer", shimmer.dda),
    ]
  }

  private static func measured(_ value: Double?) -> Measured {
    value.map { Measured($0) } ?? .unavailable(.noVoicing)
  }

  /// The standard deviation with n in the denominator, as in NumPy.
  private static func populationDeviation(of values: [Double]) -> Double? {
    guard let mean = Statistics.mean(values) else { return nil }
    return Statistics.mean(values.map { ($0 - mean) * ($0 - mean) })?.squareRoot()
  }

  private static func meanAndDeviation(of values: [Double], _ names: (String, String)) -> [Feature]
  {
    [
      Feature(names.0, measured(Statistics.mean(values))),
      Feature(names.1, measured(populationDeviation(of: values))),
    ]
  }
}

// Level and noise
extension SenselabFeatures {
  private static let harmonicityPeriods = 4.5

  private static func intensity(of signal: Signal, floor: Hertz) -> [Feature] {
    let names = ["mean_intensity_db", "std_intensity_db", "range_ratio_intensity_db"]
    do {
      let intensity = try Intensity(of: signal, floor: floor, timeStep: timeStep)
      let levels = intensity.frames.map { $0 ?? Intensity.silentDecibels }
      let ratio = -highest(of: levels) / highest(of: levels.map { -$0 })
      let values = [
        intensity.mean, measured(Statistics.standardDeviation(levels)), Measured(ratio),
      ]
      return zip(names, values).map { Feature($0, $1) }
    } catch {
      return names.map { Feature($0, .unavailable(error)) }
    }
  }

  /// The highest of the vertices at local maxima, and of both ends.
  private static func highest(of levels: [Double]) -> Double {
    let inner = levels.indices.dropFirst().dropLast().filter {
      levels[$0] >= levels[$0 - 1] && levels[$0] > levels[$0 + 1]
    }
    let vertices = inner.map { index in
      Parabola(levels[index - 1], levels[index], levels[index + 1]).height
    }
    return (vertices + [levels.first, levels.last].compactMap { $0 }).max() ?? 0
  }

  private static func harmonicity(
    of signal: Signal, floor: Hertz, workspace: inout AnalysisWorkspace
  ) -> [Feature] {
    let harmonicity = Harmonicity.crossCorrelation(
      of: signal, floor: floor, timeStep: timeStep, periodsPerWindow: harmonicityPeriods,
      sincWindow: version.sincWindow, workspace: &workspace)
    return [
      Feature("mean_hnr_db", harmonicity.mean),
      Feature("std_hnr_db", harmonicity.standardDeviation),
    ]
  }
}

// Spectrum
extension SenselabFeatures {
  private static func balance(
    of signal: Signal, pulses: [Double], workspace: inout AnalysisWorkspace
  ) -> [Feature] {
    let spectrum = PeriodSpectrum(of: signal, pulses: pulses, workspace: &workspace)
    return [
      Feature("spectral_slope", measured(spectrum?.slope)),
      Feature("spectral_tilt", measured(spectrum?.tilt)),
    ]
  }

  /// CPPS of each voiced interval; intervals of at most 4 dB are excluded.
  private static func prominence(
    of signal: Signal, range: PitchRange, workspace: inout AnalysisWorkspace
  ) -> [Feature] {
    let voicing = pitch(
      of: signal, range: range, voicingThreshold: cepstralVoicing, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: voicing, fallback: version.pulseFallback, workspace: &workspace)
    let grid = SampleGrid(of: signal)
    var levels: [Double] = []
    for interval in intervals(of: pulses, duration: signal.duration.value) {
      let part = Signal(
        samples: Array(signal.samples[grid.indices(from: interval.start, to: interval.end)]),
        sampleRate: signal.sampleRate)
      let resampled = Resampling.resample(
        part, to: PowerCepstrogram.rate, sincWindow: version.sincWindow, workspace: &workspace)
      let found = CepstralPeakProminence.track(
        resampled, from: part, definition: version.cppsDefinition,
        window: min(CepstrogramSettings.windowDuration, part.duration.value), workspace: &workspace)
      if let level = found.mean.number, level > leastProminence { levels.append(level) }
    }
    return meanAndDeviation(
      of: levels, ("cepstral_peak_prominence_mean", "cepstral_peak_prominence_std"))
  }

  private static let cepstralVoicing = 0.3
  private static let leastProminence = 4.0
  private static let longestPeriod = 0.02
  private static let voicedMargin = 0.05

  /// The voiced intervals of "To TextGrid (vuv)…" 0.02, 0.1: pulses at most 0.02 s apart, extended by 0.05 s.
  package static func intervals(of pulses: [Double], duration: Double) -> [VoicedInterval] {
    var intervals: [VoicedInterval] = []
    var first = 0
    for index in pulses.indices
    where index + 1 == pulses.count || pulses[index + 1] - pulses[index] > longestPeriod {
      let start = max(intervals.last?.end ?? 0, pulses[first] - voicedMargin)
      intervals.append(
        VoicedInterval(start: start, end: min(duration, pulses[index] + voicedMargin)))
      first = index + 1
    }
    return intervals
  }

  /// The formants below 5 kHz at the pulses.
  private static func formants(
    of signal: Signal, range: PitchRange, workspace: inout AnalysisWorkspace
  ) -> [Feature] {
    let track = pitch(
      of: signal, method: .crossCorrelation, range: range, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: track, fallback: version.pulseFallback, workspace: &workspace)
    let formants = Formants.burg(
      of: signal, ceiling: FormantCeiling.lower, timeStep: timeStep,
      sincWindow: version.sincWindow, workspace: &workspace)
    return [1, 2].flatMap { number in
      meanAndDeviation(
        of: pulses.compactMap { formants.value(\.frequency, of: number, at: $0) },
        ("mean_f\(number)_loc", "std_f\(number)_loc"))
        + meanAndDeviation(
          of: pulses.compactMap { formants.value(\.bandwidth, of: number, at: $0) },
          ("mean_b\(number)_loc", "std_b\(number)_loc"))
    }
  }

  /// Means of the four spectral moments over the voiced frames of a spectrogram with a 25 ms window.
  private static func moments(
    of signal: Signal, pitch: PitchTrack, workspace: inout AnalysisWorkspace
  ) -> [Feature] {
    let found = SpectralMoments.frames(
      of: signal, timeStep: timeStep, in: { pitch.frequency(at: $0) != nil },
      workspace: &workspace)
    return [
      Feature("spectral_gravity", measured(Statistics.mean(found.map(\.centre)))),
      Feature("spectral_std_dev", measured(Statistics.mean(found.map(\.deviation)))),
      Feature("spectral_skewness", measured(Statistics.mean(found.map(\.skewness)))),
      Feature("spectral_kurtosis", measured(Statistics.mean(found.map(\.kurtosis)))),
    ]
  }
}
