internal import VoiceMath
import VoiceTypes

/// Octave decision before any measurement.
///
/// If alternate cycles differ in size or length, a signal correlates best two cycles apart, and a
/// pitch tracker finds half the cycle rate. This happens with amplitudes that alternate by 14 %,
/// and by chance in a voice with much jitter. Two tests of the steady segment distinguish the
/// cases; a voice may creak at its ends:
///
/// 1. `PeriodDoubling`: Does a repetition at the pitch contain two cycles? If not, the pitch stays.
/// 2. `Alternation`: At twice the pitch, are cycles two apart more similar than neighbours? If not,
///    the tracker was wrong, and the voice is tracked at twice the pitch.
///
/// If they are, the cycle rate is the F0 where `OctaveVote` confirms the two cycles. Otherwise, or
/// if no voice can be tracked at twice the pitch, F0 is ambiguous: a person or the speaker's
/// baseline decides.
struct OctaveCheck {
  /// The resulting F0 track: that of the first pass, or one an octave higher.
  let track: PitchTrack

  /// Whether the voice was tracked again above the first pass.
  let isRaised: Bool

  /// The F0 candidates, if the octave is ambiguous or was decided.
  let candidates: F0Candidates?

  /// Creates the result of an unambiguous first pass.
  private init(_ track: PitchTrack) {
    (self.track, isRaised, candidates) = (track, false, nil)
  }

  private init(_ track: PitchTrack, isRaised: Bool, _ candidates: F0Candidates?) {
    (self.track, self.isRaised, self.candidates) = (track, isRaised, candidates)
  }
}

extension OctaveCheck {
  /// Minimum voiced frames for quantiles.
  fileprivate static let leastVoicedFrames = 16

  /// The quantile of F0 around which frames are tested; if fewer frames are an octave low, the
  /// second pass excludes them.
  fileprivate static let lowQuantile = 0.25

  /// Maximum number of frames with a spectrum.
  fileprivate static let frames = 24

  /// Range of the second tracking, relative to the pitch found; its ceiling is at least that of the
  /// first pass.
  private static let raisedFloor = 1.4
  private static let raisedCeiling = 3.0

  /// Minimum voiced time relative to the first pass, and minimum mean strength, for a valid
  /// tracking [E].
  fileprivate static let voicedRatio = 0.8
  fileprivate static let strength = 0.6

  /// Maximum ratio of a frequency to the baseline F0 of the person: half an octave [E].
  fileprivate static let usualRatio = 1.414

  /// The parameters of the decision.
  static var choices: [NamedParameter] {
    [
      NamedParameter("octave_low_quantile", lowQuantile),
      NamedParameter("octave_raised_floor_of_pitch", raisedFloor),
      NamedParameter("octave_raised_ceiling_of_pitch", raisedCeiling),
      NamedParameter("octave_voiced_ratio", voicedRatio),
      NamedParameter("octave_strength", strength),
      NamedParameter("octave_usual_ratio", usualRatio),
    ]
  }

  /// Decides the octave of a first pass with its steady segment `stretch`.
  init(
    of first: PitchTrack, heldIn stretch: SteadySegment?, in signal: Signal,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    guard settings.gates != .off, let stretch,
      let doubled = TwoCycleSegment(of: first, heldIn: stretch, in: signal)
    else {
      self.init(first)
      return
    }
    let higher = Self.settings(above: doubled.low, settings)
    let raised = RaisedVoice(
      doubled, in: signal, higher, settings.pulseFallback, workspace: &workspace)
    var candidates = F0Candidates(
      low: Hertz(doubled.low), high: Hertz(2 * doubled.low),
      evidence: doubled.cycles.evidence + raised.evidence)
    candidates.decide(
      measuringHigh: false, isConfirmed: raised.isTracked && doubled.cycles.isConfirmed, settings)
    guard settings.givenPitchRange == nil else {
      self.init(first, isRaised: false, candidates)
      return
    }
    let isHigh =
      !raised.isOpen || candidates.decidedBy == .zeroCrossings
      || candidates.decidedBy == .baseline && candidates.isHigh(settings.baselineF0)
    self.init(
      isHigh ? PitchTracker.track(signal, settings: higher, workspace: &workspace) : first,
      isRaised: isHigh, raised.isOpen ? candidates : nil)
  }

  /// The pitch settings for tracking a voice at about twice a pitch.
  private static func settings(
    above low: Double, _ settings: AnalysisSettings
  ) -> PitchSettings {
    let ceiling = max(settings.firstPitchRange.ceiling.value, raisedCeiling * low)
    let range = PitchRange(floor: Hertz(raisedFloor * low), ceiling: Hertz(ceiling))
    return VoiceAnalyzer.pitchSettings(of: settings, range: range ?? settings.firstPitchRange)
  }
}

/// Steady segment of a first pass whose repetitions contain two cycles.
private struct TwoCycleSegment {
  let stretch: SteadySegment

  /// The F0 track of the segment, in the time of the recording.
  let pitch: PitchTrack

  /// The repetition rate, in hertz.
  let low: Double

  let cycles: PeriodDoubling

  /// Tests the segment; nil without evidence of two cycles.
  init?(of first: PitchTrack, heldIn stretch: SteadySegment, in signal: Signal) {
    let pitch = first.only(in: stretch.start...stretch.end)
    let voiced = pitch.voicedFrequencies
    guard voiced.count >= OctaveCheck.leastVoicedFrames,
      let low = Statistics.quantile(OctaveCheck.lowQuantile, of: voiced),
      let cycles = PeriodDoubling(
        in: signal, pitch: pitch, near: low, frames: OctaveCheck.frames)
    else { return nil }
    (self.stretch, self.pitch, self.low, self.cycles) = (stretch, pitch, low, cycles)
  }
}

/// Segment that was tracked an octave above the first pass.
private struct RaisedVoice {
  private let cycles: SignalTypeEvidence

  /// Voiced time relative to the first pass.
  private let voicedRatio: Double

  init(
    _ doubled: TwoCycleSegment, in signal: Signal, _ settings: PitchSettings,
    _ fallback: PulseFallback, workspace: inout AnalysisWorkspace
  ) {
    let part = signal.part(from: doubled.stretch.start, to: doubled.stretch.end).signal
    let track = PitchTracker.track(part, settings: settings, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: part, pitch: track, fallback: fallback, workspace: &workspace)
    cycles = SignalTypeEvidence(
      ofCyclesOf: SignalTypeSource(
        signal: part, pitch: track, pulses: pulses, settings: settings))
    voicedRatio = track.voicedSeconds / doubled.pitch.voicedSeconds
  }

  /// Whether the voice has a pitch an octave above the first pass.
  var isTracked: Bool {
    voicedRatio >= OctaveCheck.voicedRatio && cycles.meanStrength >= OctaveCheck.strength
  }

  /// Whether cycles alternate or are not comparable, or the voice has no pitch there.
  var isOpen: Bool {
    cycles.cyclesAlternate || cycles.comparablePairRatio < SignalTypeLimits.leastPairRatio
      || !isTracked
  }

  /// The evidence with its limits.
  var evidence: [OctaveEvidence] {
    [OctaveEvidence(.voicedAtHigh, voicedRatio, limit: OctaveCheck.voicedRatio)]
      + cycles.alternationEvidence
  }
}

extension PitchTrack {
  fileprivate var voicedSeconds: Double { Double(frequencies.count { $0 > 0 }) * timeStep }
}

extension SignalTypeEvidence {
  /// Reads pitch and cycles only, without a spectrum.
  fileprivate init(ofCyclesOf source: SignalTypeSource) {
    self.init()
    readPitch(source.pitch)
    readPulses(source)
  }

  /// Whether periods or amplitudes alternate by more than chance.
  var cyclesAlternate: Bool {
    [periodAlternation, amplitudeAlternation].contains { $0?.isEvident ?? false }
  }

  /// The alternation of periods and amplitudes with their limits, if available.
  var alternationEvidence: [OctaveEvidence] {
    [(.periodAlternation, periodAlternation), (.amplitudeAlternation, amplitudeAlternation)]
      .compactMap { (sign: OctaveEvidence.Sign, found: Alternation?) in
        found.map { OctaveEvidence(sign, $0.percent, limit: $0.limitPercent) }
      }
  }
}

extension F0Candidates {
  /// Whether the baseline F0 is nearer to the higher frequency.
  func isHigh(_ usual: Hertz?) -> Bool {
    usual.map { $0.value * $0.value > low.value * high.value } ?? false
  }

  /// Decides by a given pitch range without the other candidate, by a confirmed high candidate, or
  /// by a baseline F0 near either one, in this order.
  ///
  /// For a measured low candidate a given range alone decides. For a measured high one a baseline
  /// F0 near the low one decides nothing: the pitch track did not follow it.
  mutating func decide(measuringHigh: Bool, isConfirmed: Bool, _ settings: AnalysisSettings) {
    let (given, usual) = (settings.givenPitchRange, settings.baselineF0)
    let nearest = isHigh(usual) ? high : low
    if let given, measuringHigh ? low < given.floor : high > given.ceiling {
      decidedBy = .givenRange
    } else if given != nil, !measuringHigh {
      decidedBy = nil
    } else if isConfirmed {
      decidedBy = .zeroCrossings
    } else if let usual, nearest == high || !measuringHigh,
      PeriodSequence.ratio(usual.value, nearest.value) <= OctaveCheck.usualRatio
    {
      decidedBy = .baseline
    }
  }
}
