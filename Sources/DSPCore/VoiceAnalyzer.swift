// The stages of an analysis, in order.

public import VoiceTypes

/// What was measured on one signal.
public struct VoiceAnalysis: Sendable {
  /// The range that F0 was looked for in, and how it was found.
  public let pitchRange: PitchRange

  /// How that range was found.
  public let rangeRule: PitchRangeRule

  /// The stretch that was measured.
  public let segment: Segment

  /// The samples of that stretch.
  public let part: Signal

  /// What to add to a time of `pitch` or `perturbation` to get a time of the recording, in seconds.
  public let offset: Double

  /// F0 frame by frame over the whole recording, in the first range.
  public let overview: PitchTrack

  /// F0 frame by frame over the stretch.
  public let pitch: PitchTrack

  /// Statistics of F0 over the stretch.
  public let fundamentalFrequency: FundamentalFrequency

  /// Pulses and what follows from them; nil in the quick tier.
  public let perturbation: Perturbation?

  /// How the numbers stand against neighbouring pitch ranges; nil where that was not asked for.
  public let stress: RangeStressTest?

  /// How regular the voice is, with the evidence; nil where that was not asked for.
  public let signalType: SignalType?
}

/// The part of an analysis that the quick tier leaves out.
public struct Perturbation: Sendable {
  /// Glottal pulse times, in seconds, ascending.
  public let pulses: [Double]

  /// The amplitude of each glottal cycle.
  public let amplitudes: PulseAmplitudes

  /// Period perturbation.
  public let jitter: Jitter

  /// Amplitude perturbation.
  public let shimmer: Shimmer

  /// Harmonics-to-noise ratio frame by frame.
  public let harmonicity: Harmonicity

  /// Level, spectrum, continuity and regularity.
  public let quality: VoiceQuality

  /// Up to which frequency the recording carries sound between its first and its last voiced frame;
  /// nil without one.
  public let bandwidth: EffectiveBandwidth?
}

/// The entry to the DSP core: a signal and settings in, measures out.
///
/// Pure: the same signal and settings give the same numbers, whatever the workspace was used for
/// before.
public enum VoiceAnalyzer {
  /// Larger samples could leave the range of a double when energies are multiplied.
  private static let largestSample = 1e60

  /// Whether the arithmetic holds for samples of this size; full scale is 1.
  public static func canMeasure(_ signal: Signal) -> Bool {
    Rows.largestMagnitude(of: signal.samples.span) <= largestSample
  }

  /// Measures `signal` as `settings` say.
  public static func analyze(
    _ signal: Signal, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) -> VoiceAnalysis {
    let scope = AnalysisScope(of: signal, settings: settings, workspace: &workspace)
    let (pitch, higher) = tracks(scope, settings, &workspace)
    let perturbation =
      settings.tier == .quick
      ? nil
      : perturbation(scope, of: signal, pitch: pitch, settings, &workspace)
    return VoiceAnalysis(
      pitchRange: scope.pitchRange, rangeRule: scope.rangeRule, segment: scope.segment,
      part: scope.part, offset: scope.offset, overview: scope.overview, pitch: pitch,
      fundamentalFrequency: FundamentalFrequency(of: pitch), perturbation: perturbation,
      stress: settings.gates
        ? stress(
          scope, pitch: pitch, higher: higher, jitter: perturbation?.jitter, settings, &workspace)
        : nil,
      signalType: settings.gates
        ? signalType(scope, pitch: pitch, perturbation, settings, &workspace) : nil)
  }

  /// The pitch analysis that `settings` ask for, in a range.
  public static func pitchSettings(
    of settings: AnalysisSettings, range: PitchRange
  ) -> PitchSettings {
    var pitch = PitchSettings(method: settings.pitchMethod, range: range)
    pitch.sincWindow = settings.sincWindow
    return pitch
  }

  private static func perturbation(
    _ scope: AnalysisScope, of signal: Signal, pitch: PitchTrack, _ settings: AnalysisSettings,
    _ workspace: inout AnalysisWorkspace
  ) -> Perturbation {
    let ((cycles, harmonicity, bandwidth), spectrum) = workspace.both(
      { workspace in
        (
          VoiceCycles(in: scope, pitch: pitch, settings: settings, workspace: &workspace),
          Harmonicity.crossCorrelation(
            of: scope.part, floor: settings.harmonicityFloor, sincWindow: settings.sincWindow,
            workspace: &workspace),
          scope.overview.voicedTime.flatMap {
            EffectiveBandwidth(of: signal, in: $0, workspace: &workspace)
          }
        )
      },
      { VoiceSpectrum(of: scope.part, pitch: pitch, settings: settings, workspace: &$0) })
    return Perturbation(
      pulses: cycles.pulses,
      amplitudes: cycles.amplitudes,
      jitter: Jitter(of: PeriodSequence(pulses: cycles.pulses)),
      shimmer: Shimmer(of: cycles.amplitudes),
      harmonicity: harmonicity,
      quality: VoiceQuality(
        of: cycles, in: spectrum, settings: settings, workspace: &workspace),
      bandwidth: bandwidth)
  }

  /// The pitch of the stretch, and the same up to twice the ceiling where the stress test asks for it.
  private static func tracks(
    _ scope: AnalysisScope, _ settings: AnalysisSettings, _ workspace: inout AnalysisWorkspace
  ) -> (pitch: PitchTrack, higher: PitchTrack?) {
    let ceilings = [scope.pitchRange, RangeStressTest.higher(than: scope.pitchRange)].map(\.ceiling)
    let wanted = settings.gates ? ceilings[...] : ceilings.prefix(1)
    let tracks = PitchTracker.tracks(
      scope.part, settings: pitchSettings(of: settings, range: scope.pitchRange),
      ceilings: Array(scope.coversOverview ? wanted.dropFirst() : wanted), workspace: &workspace)
    return scope.coversOverview
      ? (scope.overview, tracks.first) : (tracks[0], tracks.dropFirst().first)
  }

  /// Reads F0 and jitter again in the neighbouring ranges.
  private static func stress(
    _ scope: AnalysisScope, pitch: PitchTrack, higher: PitchTrack?, jitter: Jitter?,
    _ settings: AnalysisSettings, _ workspace: inout AnalysisWorkspace
  ) -> RangeStressTest? {
    guard let jitter, let higher else { return nil }
    let lower = RangeStressTest.lower(than: scope.pitchRange)
    let tracks = [
      (
        lower,
        PitchTracker.track(
          scope.part, settings: pitchSettings(of: settings, range: lower), workspace: &workspace)
      ), (RangeStressTest.higher(than: scope.pitchRange), higher),
    ]
    var readings: [RangeReading] = []
    // A window that no longer fits the stretch says nothing about the range.
    for (range, track) in tracks where track.frameCount > 0 {
      let same = track.hasTheFrequencies(of: pitch)
      let pulses =
        same
        ? []
        : GlottalPulses.find(
          in: scope.part, pitch: track, fallback: settings.pulseFallback, workspace: &workspace)
      readings.append(
        RangeReading(
          range: range, track: track,
          jitter: same ? jitter : Jitter(of: PeriodSequence(pulses: pulses)), against: pitch))
    }
    return RangeStressTest(
      RangeReading(range: scope.pitchRange, track: pitch, jitter: jitter), against: readings)
  }

  /// Types the voice of the stretch.
  private static func signalType(
    _ scope: AnalysisScope, pitch: PitchTrack, _ perturbation: Perturbation?,
    _ settings: AnalysisSettings, _ workspace: inout AnalysisWorkspace
  ) -> SignalType {
    var source = SignalTypeSource(
      signal: scope.part, pitch: pitch, pulses: perturbation?.pulses ?? [],
      settings: pitchSettings(of: settings, range: scope.reportRange))
    source.cpps = perturbation?.quality.cepstralPeakProminence?.mean.number
    return SignalTyping.classify(SignalTypeEvidence.measure(source, workspace: &workspace))
  }
}
