// One recording with the results of earlier stages.

import BenchmarkRecords
import DSPCore
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

/// The input of the stages.
final class Bench {
  let name: String
  let bytes: [UInt8]
  let signal: Signal
  private var workspace = AnalysisWorkspace()
  private let pitch: PitchTrack
  private let pulses: [Double]
  /// Input of the intervals stage; slow, so only that stage computes it.
  private lazy var analysis: VoiceAnalysis = {
    var settings = AnalysisSettings(preset: .praat)
    settings.givenPraatVersion = .v6_1
    return VoiceAnalyzer.analyze(signal, settings: settings, workspace: &workspace)
  }()
  /// Sums a number of every result, so that the compiler cannot remove the work.
  private(set) var sum = 0.0

  /// The settings of a Praat 7.0 user.
  private static let settings = AnalysisSettings(preset: .praat)

  /// Decodes the bytes of a WAV file and does the stages once; nil when they cannot be decoded.
  init?(name: String, bytes: [UInt8]) {
    guard case .success(let recording) = WAVReader.read(.bytes(bytes, name: name)).result else {
      return nil
    }
    self.name = name
    self.bytes = bytes
    signal = recording.signal
    pitch = PitchTracker.track(
      signal, settings: VoiceAnalyzer.pitchSettings(of: Self.settings, range: .praatStandard),
      workspace: &workspace)
    pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: Self.settings.pulseFallback, workspace: &workspace)
  }

  /// Duration in seconds.
  var seconds: Double { signal.duration.value }
}

extension Bench {
  func decode() {
    guard case .success(let recording) = WAVReader.read(.bytes(bytes, name: name)).result else {
      return
    }
    sum += recording.signal.samples.last ?? 0
  }

  @discardableResult
  func trackPitch(_ method: PitchMethod) -> PitchTrack {
    var settings = VoiceAnalyzer.pitchSettings(of: Self.settings, range: .praatStandard)
    if method == .crossCorrelation {
      settings = PitchSettings(method: method, range: .praatStandard)
    }
    let track = PitchTracker.track(signal, settings: settings, workspace: &workspace)
    sum += track.frequencies.last ?? 0
    return track
  }

  func findPulses() { _ = findPulses(along: pitch) }

  func measureJitter() { measureJitter(of: pulses) }

  func measureShimmer() { measureShimmer(of: pulses) }

  func measureHarmonicity(_ method: PitchMethod) {
    let (floor, window) = (PitchRange.praatStandard.floor, Self.settings.sincWindow)
    let harmonicity =
      switch method {
      case .crossCorrelation:
        Harmonicity.crossCorrelation(
          of: signal, floor: floor, sincWindow: window, workspace: &workspace)
      case .autocorrelation:
        Harmonicity.autocorrelation(
          of: signal, floor: floor, sincWindow: window, workspace: &workspace)
      }
    keep(harmonicity.mean)
  }

  func measureProminence(_ version: PraatVersion) {
    keep(
      CepstralPeakProminence.smoothed(
        of: signal, definition: version.cppsDefinition, sincWindow: version.sincWindow,
        workspace: &workspace))
  }

  func measureFormants() {
    let formants = Formants.burg(
      of: signal, ceiling: FormantCeiling.lower, sincWindow: Self.settings.sincWindow,
      workspace: &workspace)
    keep(formants.f1)
  }

  func measureGlottalToNoiseExcitation() {
    let ratio = GlottalToNoiseExcitation.ratio(
      of: signal, settings: Self.settings, workspace: &workspace)
    keep(ratio)
  }

  func estimateIntervals() {
    sum += Double(analysis.intervals(of: Set(Measure.allCases)).count)
  }

  func clinicalJob() {
    let track = trackPitch(.autocorrelation)
    let found = findPulses(along: track)
    measureJitter(of: found)
    measureShimmer(of: found)
    measureHarmonicity(.crossCorrelation)
  }

  func document(_ settings: AnalysisSettings) {
    let pipeline = VoicePipeline(settings: settings, environment: .still)
    let document = pipeline.analyze(.bytes(bytes, name: name), workspace: &workspace)
    sum += Double(document.json.text(.compact).utf8.count)
  }
}

extension Bench {
  private func findPulses(along track: PitchTrack) -> [Double] {
    let found = GlottalPulses.find(
      in: signal, pitch: track, fallback: Self.settings.pulseFallback, workspace: &workspace)
    sum += found.last ?? 0
    return found
  }

  private func measureJitter(of pulses: [Double]) {
    let jitter = Jitter(of: PeriodSequence(pulses: pulses))
    for value in [jitter.local, jitter.localAbsolute, jitter.rap, jitter.ppq5, jitter.ddp] {
      keep(value)
    }
  }

  private func measureShimmer(of pulses: [Double]) {
    let shimmer = Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses))
    for value in [
      shimmer.local, shimmer.localDecibels, shimmer.apq3, shimmer.apq5, shimmer.apq11, shimmer.dda,
    ] {
      keep(value)
    }
  }

  private func keep(_ value: Measured) { sum += value.number ?? 0 }
}

extension RunEnvironment {
  /// No clock and no identifiers: the same document in every run.
  fileprivate static let still = RunEnvironment(
    newID: { "0" }, timestamp: { "1970-01-01T00:00:00Z" }, elapsed: { .zero })
}
