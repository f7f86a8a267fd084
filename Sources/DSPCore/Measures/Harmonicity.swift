// Harmonics-to-noise ratio by forward cross-correlation, Praat's "To Harmonicity (cc)", and by
// autocorrelation under a Gaussian window, Praat's "To Harmonicity (ac)".
// Boersma (1993): if r is the height of the correlation at the period, a share r of the power
// repeats and 1 − r does not, and HNR = 10 log10(r / (1 − r)).

import RealModule
internal import VoiceMath
public import VoiceTypes

/// Praat's defaults for harmonicity.
public enum HarmonicitySettings {
  /// The time between frames.
  public static let timeStep: Seconds = 0.01

  /// Frames whose peak is below this share of the global peak lean towards having no value.
  public static let silenceThreshold = 0.1

  /// Window length of the cross-correlation, in periods of the floor.
  public static let periodsPerWindow = 1.0

  /// Window length of the autocorrelation, in periods of the floor; the Gaussian window is twice
  /// as long.
  public static let autocorrelationPeriodsPerWindow = 4.5
}

/// The harmonics-to-noise ratio of every frame of a sound.
public struct Harmonicity: Sendable {
  /// One value per frame, in decibels; nil where the frame is silent or has no period.
  public let frames: [Double?]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The time between frames, in seconds.
  public let timeStep: Double

  /// The values of the frames that have one, in decibels and in order.
  public var values: [Double] { frames.compactMap { $0 } }

  /// The mean over the frames that have a value, in decibels.
  public var mean: Measured {
    Statistics.mean(values).map { Measured($0) } ?? .unavailable(.noVoicing)
  }

  /// The standard deviation (n − 1) over the frames that have a value, in decibels.
  public var standardDeviation: Measured { Statistics.spread(of: values) }
}

extension Harmonicity {
  /// The number of frames to measure.
  package enum Extent: Sendable {
    case allFrames
    /// No more frames than show whether mean and standard deviation exist: of numbers that a gate withholds.
    case existence

    /// A standard deviation takes two values.
    fileprivate var mostValues: Int { self == .allFrames ? .max : 2 }
  }
}

extension Harmonicity {
  /// Strengths this close to 0 or 1 are reported as ∓150 dB.
  private static let strengthMargin = 1e-15
  private static let largestDecibels = 150.0

  /// The harmonicity (cc) of `signal`; no frames when not even one fits.
  public static func crossCorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    crossCorrelation(
      of: signal, floor: floor, sincWindow: sincWindow, extent: .allFrames, workspace: &workspace)
  }

  /// The harmonicity (cc) of as many frames as `extent` says.
  package static func crossCorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, extent: Extent,
    workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    guard
      let frames = HarmonicityFrames(
        .crossCorrelation, of: signal, floor: floor, sincWindow: sincWindow)
    else {
      return .none
    }
    return frames.measure(extent, in: &workspace) { workspace in
      ForwardCrossCorrelation(
        signal: signal, geometry: frames.geometry, floor: floor, workspace: &workspace)
    }
  }

  /// The harmonicity (ac) of `signal`; no frames when not even one fits.
  public static func autocorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    autocorrelation(
      of: signal, floor: floor, sincWindow: sincWindow, extent: .allFrames, workspace: &workspace)
  }

  /// The harmonicity (ac) of as many frames as `extent` says.
  package static func autocorrelation(
    of signal: Signal, floor: Hertz, sincWindow: SincWindow, extent: Extent,
    workspace: inout AnalysisWorkspace
  ) -> Harmonicity {
    guard
      let frames = HarmonicityFrames(
        .autocorrelation, of: signal, floor: floor, sincWindow: sincWindow)
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

/// The frames of one sound under one method.
private struct HarmonicityFrames {
  let settings: PitchSettings
  let geometry: PitchGeometry
  private let signal: Signal

  /// A very accurate pitch analysis in which nothing but the height of the maximum counts; nil when
  /// not even one frame fits.
  init?(_ method: PitchMethod, of signal: Signal, floor: Hertz, sincWindow: SincWindow) {
    let nyquist = Hertz(0.5 * signal.sampleRate.value)
    guard let range = PitchRange(floor: floor, ceiling: nyquist) else { return nil }
    var settings = PitchSettings(method: method, range: range)
    settings.precision = .veryAccurate
    settings.periodsPerWindow =
      switch method {
      case .autocorrelation: HarmonicitySettings.autocorrelationPeriodsPerWindow
      case .crossCorrelation: HarmonicitySettings.periodsPerWindow
      }
    settings.timeStep = HarmonicitySettings.timeStep
    settings.silenceThreshold = HarmonicitySettings.silenceThreshold
    settings.voicingThreshold = 0
    settings.octaveCost = 0
    settings.sincWindow = sincWindow
    guard let geometry = PitchGeometry(of: signal, settings: settings) else { return nil }
    self.settings = settings
    self.geometry = geometry
    self.signal = signal
  }

  /// The strongest candidate of every frame, in decibels; `correlator` makes the means to correlate,
  /// one for each core.
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

  /// The height of the strongest candidate of each of `frames` up to the one with the last of `mostValues` values.
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

/// The strongest candidate of a frame, without a list and without a path: with all costs at zero
/// the path takes the strongest of each frame by itself.
struct StrongestCandidate {
  /// What the bound of a refined height gets on top, for the difference of interpolation depths.
  private static let refinementMargin = 0.02

  /// How far a curve may rise between samples that do not look like one smooth maximum; three times
  /// what was seen in white noise.
  private static let jaggedRise = 0.3

  private var finder: CandidateFinder
  private let path: PitchPath
  private let ceiling: Double
  /// Maxima, each with a height that refining it cannot exceed.
  private var found: [(lag: Int, bound: Double)] = []

  init(settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables) {
    finder = CandidateFinder(
      settings: settings, geometry: geometry, signal: signal, tables: tables)
    ceiling = 0.5 * signal.sampleRate.value
    path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
  }

  /// The refined height of the strongest voiced candidate; nil when having no pitch is worth more.
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
      // Beside digital silence the height is not a number; such a candidate never wins.
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

  /// A height that refining within one sample of `lag` cannot exceed: a narrow maximum may rise
  /// between the samples by as much as it falls to its neighbours, and where the spectrum is flat
  /// the side lobes of lag zero, 1/(π·lag) high, lie between the samples too.
  private func bound(at lag: Int, in correlation: LagBuffer) -> Double {
    let here = correlation[lag]
    let fall = (here - correlation[lag - 1]) + (here - correlation[lag + 1])
    let sideLobe = 1 / (.pi * Double(lag - 1))
    let rise = finder.isSmooth(at: lag, in: correlation) ? 0 : Self.jaggedRise
    return here + fall + sideLobe + Self.refinementMargin + rise
  }
}
