import RealModule
internal import VoiceMath
public import VoiceTypes

/// Praat's default parameters of harmonicity.
public enum HarmonicitySettings {
  /// The frame step.
  public static let timeStep: Seconds = 0.01

  /// Silence threshold, as a fraction of the global peak; quieter frames tend to have no value.
  public static let silenceThreshold = 0.1

  /// Window length of the cross-correlation, in periods of the floor.
  public static let periodsPerWindow = 1.0

  /// Window length of the autocorrelation, in periods of the floor; the Gaussian window is twice as
  /// long.
  public static let autocorrelationPeriodsPerWindow = 4.5
}

/// Harmonics-to-noise ratio (HNR) of every frame, by forward cross-correlation (Praat's "To
/// Harmonicity (cc)") or by autocorrelation under a Gaussian window (Praat's "To Harmonicity
/// (ac)").
///
/// Boersma (1993): with r the height of the correlation at the period, the periodic fraction of the
/// power is r, and HNR = 10 log10(r / (1 − r)).
public struct Harmonicity: Sendable {
  /// One value per frame, in decibels; nil for a silent or aperiodic frame.
  public let frames: [Double?]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The frame step, in seconds.
  public let timeStep: Double

  /// The available values, in decibels and in order.
  public var values: [Double] { frames.compactMap { $0 } }

  /// The mean over the available values, in decibels.
  public var mean: Measured {
    Statistics.mean(values).map { Measured($0) } ?? .unavailable(.noVoicing)
  }

  /// The standard deviation (n − 1) over the available values, in decibels.
  public var standardDeviation: Measured { Statistics.spread(of: values) }
}

extension Harmonicity {
  /// Frames to measure.
  package enum Extent: Sendable {
    case allFrames
    /// Only enough frames to decide whether mean and standard deviation exist; for suppressed
    /// values.
    case existence

    /// A standard deviation needs two values.
    fileprivate var mostValues: Int { self == .allFrames ? .max : 2 }
  }
}

extension Harmonicity {
  /// Distance of a strength from 0 or 1 below which the value is ∓150 dB.
  private static let strengthMargin = 1e-15
  private static let largestDecibels = 150.0

  /// The harmonicity (cc) of `signal`; without frames if none fits.
  public static func crossCorrelation(
    of signal: Signal, floor: Hertz, timeStep: Seconds = HarmonicitySettings.timeStep,
    periodsPerWindow: Double = HarmonicitySettings.periodsPerWindow, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    crossCorrelation(
      of: signal, floor: floor, timeStep: timeStep, periodsPerWindow: periodsPerWindow,
      sincWindow: sincWindow, extent: .allFrames, workspace: &workspace)
  }

  /// The harmonicity (cc) of the frames that `extent` selects.
  package static func crossCorrelation(
    of signal: Signal, floor: Hertz, timeStep: Seconds = HarmonicitySettings.timeStep,
    periodsPerWindow: Double = HarmonicitySettings.periodsPerWindow, sincWindow: SincWindow,
    extent: Extent, workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    guard
      let frames = HarmonicityFrames(
        .crossCorrelation, of: signal, floor: floor, timeStep: timeStep,
        periodsPerWindow: periodsPerWindow, sincWindow: sincWindow)
    else {
      return .none
    }
    return frames.measure(extent, in: &workspace) { workspace in
      ForwardCrossCorrelation(
        signal: signal, geometry: frames.geometry, floor: floor, workspace: &workspace)
    }
  }

  /// The harmonicity (ac) of `signal`; without frames if none fits.
  public static func autocorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    autocorrelation(
      of: signal, floor: floor, sincWindow: sincWindow, extent: .allFrames, workspace: &workspace)
  }

  /// The harmonicity (ac) of the frames that `extent` selects.
  package static func autocorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, extent: Extent,
    workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    guard
      let frames = HarmonicityFrames(
        .autocorrelation, of: signal, floor: floor, timeStep: HarmonicitySettings.timeStep,
        periodsPerWindow: HarmonicitySettings.autocorrelationPeriodsPerWindow,
        sincWindow: sincWindow)
    else {
      return .none
    }
    return frames.measure(extent, in: &workspace) { workspace in
      WindowedAutocorrelation(
        signal: signal, geometry: frames.geometry, precision: frames.settings.precision,
        farLags: .onDemand, workspace: &workspace)
    }
  }

  private static let none = Harmonicity(frames: [], firstFrameTime: 0, timeStep: 1)

  package static func decibels(ofStrength strength: Double) -> Double {
    if strength <= strengthMargin { return -largestDecibels }
    if strength > 1 - strengthMargin { return largestDecibels }
    return 10 * Double.log10(strength / (1 - strength))
  }
}

/// Frame layout and settings of one method.
private struct HarmonicityFrames {
  let settings: PitchSettings
  let geometry: PitchGeometry
  private let signal: Signal

  /// Configures a very accurate pitch analysis in which only the peak height counts; nil if no
  /// frame fits.
  init?(
    _ method: PitchMethod, of signal: Signal, floor: Hertz, timeStep: Seconds,
    periodsPerWindow: Double, sincWindow: SincWindow
  ) {
    let nyquist = Hertz(0.5 * signal.sampleRate.value)
    guard let range = PitchRange(floor: floor, ceiling: nyquist) else { return nil }
    var settings = PitchSettings(method: method, range: range)
    settings.precision = .veryAccurate
    settings.periodsPerWindow = periodsPerWindow
    settings.timeStep = timeStep
    settings.silenceThreshold = HarmonicitySettings.silenceThreshold
    settings.voicingThreshold = 0
    settings.octaveCost = 0
    settings.sincWindow = sincWindow
    guard let geometry = PitchGeometry(of: signal, settings: settings) else { return nil }
    self.settings = settings
    self.geometry = geometry
    self.signal = signal
  }

  /// Measures the strongest candidate of every frame, in decibels; `correlator` creates one
  /// correlator per core.
  func measure<Correlator: FrameCorrelator>(
    _ extent: Harmonicity.Extent, in workspace: inout AnalysisWorkspace,
    correlator: @Sendable (inout AnalysisWorkspace) -> Correlator
  ) -> Harmonicity {
    let globalPeak = GlobalPeak.magnitude(in: signal)
    let parts = workspace.parts(of: geometry.frameCount) { frames, workspace in
      var method = correlator(&workspace)
      return strengths(
        in: frames, by: &method, globalPeak: globalPeak, mostValues: extent.mostValues,
        tables: workspace.sincTables(settings.sincWindow))
    }
    return Harmonicity(
      frames: parts.flatMap { $0 }.map { $0.map(Harmonicity.decibels) },
      firstFrameTime: geometry.firstFrameTime, timeStep: geometry.timeStep)
  }

  /// The height of the strongest candidate of each of `frames`, up to the frame with the last of
  /// `mostValues` values.
  private func strengths(
    in frames: Range<Int>, by correlator: inout some FrameCorrelator, globalPeak: Double,
    mostValues: Int, tables: SincTables
  ) -> [Double?] {
    guard globalPeak > 0 else { return frames.map { _ in nil } }
    var strongest = StrongestCandidate(
      settings: settings, geometry: geometry, signal: signal, tables: tables)
    var correlation = LagBuffer(keptLag: geometry.keptLag)
    var strengths: [Double?] = []
    var valueCount = 0
    for index in frames where valueCount < mostValues {
      let peak = correlator.correlate(frame: index, into: &correlation)
      let strength =
        peak > 0
        ? strongest.strength(
          in: &correlation, by: &correlator, intensity: min(1, peak / globalPeak)) : nil
      if strength != nil { valueCount += 1 }
      strengths.append(strength)
    }
    return strengths
  }
}

/// Strongest candidate of a frame. With all costs at zero the optimal path is the strongest
/// candidate of each frame, so neither a list nor a path is needed.
struct StrongestCandidate {
  /// Margin of the upper bound of a refined height, for the difference of interpolation depths.
  private static let refinementMargin = 0.02

  /// Possible rise of a curve between samples without one smooth maximum: three times the rise
  /// observed in white noise.
  private static let jaggedRise = 0.3

  private var finder: CandidateFinder
  private let path: PitchPath
  private let ceiling: Double
  /// Maxima with an upper bound of their refined height.
  private var found: [(lag: Int, bound: Double)] = []

  init(settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables) {
    finder = CandidateFinder(
      settings: settings, geometry: geometry, signal: signal, tables: tables)
    ceiling = 0.5 * signal.sampleRate.value
    path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
  }

  /// The refined height of the strongest voiced candidate; nil if the unvoiced candidate is
  /// stronger.
  mutating func strength(
    in correlation: inout LagBuffer, by correlator: inout some FrameCorrelator, intensity: Double
  ) -> Double? {
    let unvoiced = path.unvoicedValue(intensity: intensity)
    // No strength exceeds one.
    guard unvoiced < 1 else { return nil }
    collect(from: correlation)
    var best = unvoiced
    var winner: Double?
    while let next = found.indices.max(by: { found[$0].bound < found[$1].bound }),
      found[next].bound > best
    {
      let lag = found[next].lag
      correlator.complete(&correlation, through: lag + PitchGeometry.accurateDepth + 1)
      let refined = finder.refined(near: lag, in: correlation)
      found[next].bound = -.infinity
      // Next to digital silence the height is NaN; such a candidate never wins.
      guard refined.strength > best, refined.frequency < ceiling else { continue }
      best = refined.strength
      winner = best
    }
    return winner
  }

  private mutating func collect(from correlation: LagBuffer) {
    found.removeAll(keepingCapacity: true)
    finder.findMaxima(of: correlation)
    for lag in finder.maxima { found.append((lag, bound(at: lag, in: correlation))) }
  }

  /// Upper bound of the refined height within one sample of `lag`. A narrow maximum may rise
  /// between the samples by its drop to the neighbours. For a flat spectrum the side lobes of lag
  /// zero, 1/(π·lag) high, also lie between the samples.
  private func bound(at lag: Int, in correlation: LagBuffer) -> Double {
    let here = correlation[lag]
    let fall = (here - correlation[lag - 1]) + (here - correlation[lag + 1])
    let sideLobe = 1 / (.pi * Double(lag - 1))
    let rise = finder.isSmooth(at: lag, in: correlation) ? 0 : Self.jaggedRise
    return here + fall + sideLobe + Self.refinementMargin + rise
  }
}
