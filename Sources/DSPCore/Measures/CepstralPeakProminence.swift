import RealModule
internal import VoiceMath
public import VoiceTypes

/// Smoothed cepstral peak prominence (CPPS) of every frame: height of the cepstral peak in the
/// pitch range above a straight line through the cepstrum.
///
/// Hillenbrand, Cleveland & Erickson (1994), JSHR 37:769–778; Hillenbrand & Houde (1996), JSHR
/// 39:311–321. Settings of the AVQI script, version 03.01: Get CPPS: "no", 0.01, 0.001, 60, 330,
/// 0.05, "Parabolic", 0.001, 0, "Straight", "Robust".
public struct CepstralPeakProminence: Sendable {
  /// The F0 of voices whose cepstral peak is searched; other voices have theirs outside.
  public static let peakSearch: ClosedRange<Hertz> = 60...330

  /// One value per frame, voiced or not, in decibels.
  public let frames: [Double]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The frame step, in seconds.
  public let timeStep: Double

  /// The duration of the signal.
  private let duration: Seconds

  /// CPPS: the mean over all frames, in decibels.
  public var mean: Measured {
    guard let mean = Statistics.mean(frames) else {
      let needed = Seconds(CepstrogramSettings.windowDuration)
      return .unavailable(.tooShort(needed: needed, found: duration))
    }
    return Measured(mean)
  }
}

extension CepstralPeakProminence {
  /// CPPS of `signal` in decibels; unavailable below one frame.
  public static func smoothed(
    of signal: Signal, definition: CPPSDefinition, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> Measured {
    track(signal, definition: definition, sincWindow: sincWindow, workspace: &workspace).mean
  }

  /// The prominence in every frame of `signal`; without frames if none fits.
  public static func track(
    _ signal: Signal, definition: CPPSDefinition, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> CepstralPeakProminence {
    let resampled = Resampling.resample(
      signal, to: PowerCepstrogram.rate, sincWindow: sincWindow, workspace: &workspace)
    return track(resampled, from: signal, definition: definition, workspace: &workspace)
  }

  /// The prominence of a signal that is already resampled for cepstrograms; `signal` is the
  /// original.
  static func track(
    _ resampled: ResampledSound, from signal: Signal, definition: CPPSDefinition,
    window: Double = CepstrogramSettings.windowDuration, workspace: inout AnalysisWorkspace
  ) -> CepstralPeakProminence {
    let step = CepstrogramSettings.timeStep.value
    let frames = CepstrogramFrames(
      of: resampled, on: SampleGrid(of: signal), definition: definition, window: window)
    guard let frames else {
      return CepstralPeakProminence(
        frames: [], firstFrameTime: 0, timeStep: step, duration: signal.duration)
    }
    let parts = workspace.parts(of: frames.count) { range, workspace in
      let cepstrogram = PowerCepstrogram(frames, workspace: &workspace)
      var prominence = FrameProminence(of: cepstrogram, definition: definition)
      var smoothed = SmoothedCepstrogram(cepstrogram, from: range.lowerBound)
      var powers = Array(repeating: 0.0, count: cepstrogram.quefrencyCount)
      return range.map { index in
        smoothed.write(frame: index, into: &powers)
        return prominence.value(of: powers)
      }
    }
    return CepstralPeakProminence(
      frames: parts.flatMap { $0 }, firstFrameTime: frames.firstTime, timeStep: step,
      duration: signal.duration)
  }
}

/// Prominence of one smoothed cepstrum.
struct FrameProminence {
  private static let decibelsPerNeper = 10 / Double.log(10)

  private let definition: CPPSDefinition
  private let finder: CepstralPeakFinder
  private var theil: IncompleteTheilFitter
  private var repeatedMedian: RepeatedMedianFitter
  /// The first quefrency of the line fit, which extends to the last; from the settings 0.001 … 0.
  private let firstFitted: Int
  private var decibels: [Double]

  init(of cepstrogram: PowerCepstrogram, definition: CPPSDefinition) {
    self.definition = definition
    finder = CepstralPeakFinder(
      floor: CepstralPeakProminence.peakSearch.lowerBound,
      ceiling: CepstralPeakProminence.peakSearch.upperBound,
      quefrencyStep: cepstrogram.quefrencyStep)
    firstFitted = definition == .praat6_1 ? 0 : 1
    theil = IncompleteTheilFitter(count: cepstrogram.quefrencyCount - firstFitted)
    repeatedMedian = RepeatedMedianFitter(count: cepstrogram.quefrencyCount - firstFitted)
    decibels = Array(repeating: 0, count: cepstrogram.quefrencyCount)
  }

  /// Returns the prominence in a smoothed power cepstrum, in decibels.
  mutating func value(of powers: [Double]) -> Double {
    switch definition {
    case .praat6_1:
      let line = theilLine(powers)
      let peak = finder.highest(inLogarithmsOf: powers.span, times: Self.decibelsPerNeper)
      return peak.height - line.value(at: peak.position)
    case .praat6_3:
      let line = theilLine(powers)
      convert(powers, in: finder.needed)
      for index in finder.needed {
        decibels[index] = max(0, decibels[index] - line.value(at: Double(index)))
      }
      return finder.highest(in: decibels).height
    case .praat7_0:
      convert(powers, in: powers.indices)
      let line = repeatedMedian.line(through: decibels, from: firstFitted)
      let peak = finder.highest(in: decibels)
      return peak.height - line.value(at: peak.position)
    }
  }

  /// Returns the smoothed cepstrum in decibels, and the reference line.
  mutating func curve(of powers: [Double]) -> (decibels: [Double], line: StraightLine) {
    convert(powers, in: powers.indices)
    let line =
      switch definition {
      case .praat6_1, .praat6_3: theilLine(powers)
      case .praat7_0: repeatedMedian.line(through: decibels, from: firstFitted)
      }
    return (decibels, line)
  }

  private mutating func theilLine(_ powers: [Double]) -> StraightLine {
    theil.line(throughLogarithmsOf: powers, times: Self.decibelsPerNeper, from: firstFitted)
  }

  private mutating func convert(_ powers: [Double], in range: Range<Int>) {
    Logarithm.write(
      of: powers.span, in: range, times: Self.decibelsPerNeper, into: &decibels)
  }
}

/// Feature extractor of CPPS.
public struct ProminenceExtractor: FeatureExtractor {
  /// CPPS.
  public static let measures: [Measure] = [.cpps]

  /// The prominence.
  public static let intermediates: Set<Voice.Intermediate> = [.prominence]

  /// The definition, and the settings of the AVQI script.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    typealias Frames = CepstrogramSettings
    let search = CepstralPeakProminence.peakSearch
    return [
      NamedParameter("cpps_definition", .text(settings.cppsDefinition.rawValue)),
      NamedParameter("cpps_window_s", Frames.windowDuration),
      NamedParameter("cpps_time_step_s", Frames.timeStep.value),
      NamedParameter("cpps_maximum_frequency_hz", Frames.maximumFrequency.value),
      NamedParameter("cpps_pre_emphasis_from_hz", Frames.preEmphasisFrom.value),
      NamedParameter("cpps_time_averaging_s", CepstralSmoothing.timeWindow.value),
      NamedParameter("cpps_quefrency_averaging_s", CepstralSmoothing.quefrencyWindow.value),
      NamedParameter("cpps_search_floor_hz", search.lowerBound.value),
      NamedParameter("cpps_search_ceiling_hz", search.upperBound.value),
    ]
  }

  private let prominence: CepstralPeakProminence?

  /// Uses the prominence of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    prominence = voice.prominence
  }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    prominence?.mean ?? .unavailable(.rateTooLow(voice.part.sampleRate))
  }

  /// The sampling error over the frames.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    let halfWidth = prominence.flatMap {
      SamplingError.halfWidth(ofMean: $0.frames, timeStep: Seconds($0.timeStep))
    }
    return halfWidth.map { [.cpps: $0] } ?? [:]
  }
}
