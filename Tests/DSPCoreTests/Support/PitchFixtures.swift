// Analyses that the tests of the pitch stages have in common.

import DSPCore
import Testing
import VoiceTypes

/// One pitch analysis at one sample rate: settings and the sizes that follow.
struct PitchFixture {
  let signal: Signal
  let settings: PitchSettings
  let geometry: PitchGeometry

  /// The analysis of `signal` from 75 to 600 Hz.
  init(
    _ signal: Signal, method: PitchMethod, precision: PitchPrecision = .standard,
    change: (inout PitchSettings) -> Void = { _ in }
  ) throws {
    var settings = PitchSettings(method: method, range: .praatStandard)
    settings.precision = precision
    change(&settings)
    self.signal = signal
    self.settings = settings
    geometry = try #require(PitchGeometry(of: signal, settings: settings))
  }

  /// The correlations of the frame around `time`, and the frame's peak.
  func correlation(around time: Double) -> (lags: LagBuffer, peak: Double) {
    var workspace = AnalysisWorkspace()
    var lags = LagBuffer(keptLag: geometry.keptLag)
    switch settings.method {
    case .autocorrelation:
      var correlator = WindowedAutocorrelation(
        signal: signal, geometry: geometry, precision: settings.precision, workspace: &workspace)
      let peak = correlator.correlate(around: time, into: &lags)
      return (lags, peak)
    case .crossCorrelation:
      var correlator = ForwardCrossCorrelation(
        signal: signal, geometry: geometry, floor: settings.range.floor, workspace: &workspace)
      let peak = correlator.correlate(around: time, into: &lags)
      return (lags, peak)
    }
  }

  /// The candidates in a correlation, the unvoiced one first.
  func candidates(in correlation: LagBuffer) -> [PitchCandidate] {
    var finder = CandidateFinder(
      settings: settings, geometry: geometry, signal: signal,
      tables: SincTables(window: settings.sincWindow))
    var candidates: [PitchCandidate] = []
    finder.find(in: correlation, into: &candidates)
    return candidates
  }

  /// A correlation by formula, over the lags of this analysis.
  func correlation(_ height: (Double) -> Double) -> LagBuffer {
    var lags = LagBuffer(keptLag: geometry.keptLag)
    for lag in 0...geometry.keptLag { lags.set(height(Double(lag)), atLag: lag) }
    return lags
  }
}

/// A second of nothing at 8 kHz: for stages that only ask a signal for its length and rate.
let secondOfSilence = Signal(samples: Array(repeating: 0, count: 8_000), sampleRate: 8_000)

/// Frames of 10 ms from 20 ms on, with these frequencies.
func track(_ frequencies: [Double], firstFrameTime: Double = 0.02, timeStep: Double = 0.01)
  -> PitchTrack
{
  PitchTrack(
    frequencies: frequencies, strengths: frequencies.map { $0 > 0 ? 0.9 : 0 },
    firstFrameTime: firstFrameTime, timeStep: timeStep)
}
