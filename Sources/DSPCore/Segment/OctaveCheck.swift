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
  private static let voicedRatio = 0.8
  private static let strength = 0.6

  /// Maximum ratio of a frequency to the baseline F0 of the person: half an octave [E].
  static let usualRatio = 1.414

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
    self.init(doubled, of: first, in: signal, settings: settings, workspace: &workspace)
  }

  /// Decides between the octaves of a segment whose repetitions contain two cycles.
  private init(
    _ doubled: TwoCycleSegment, of first: PitchTrack, in signal: Signal, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    var candidates = F0Candidates(
      low: Hertz(doubled.low), high: Hertz(2 * doubled.low), evidence: doubled.cycles.evidence)
    let higher = Self.settings(above: doubled.low, settings)
    let above = RaisedVoice(
      signal.part(from: doubled.stretch.start, to: doubled.stretch.end).signal, higher,
      settings.pulseFallback, workspace: &workspace)
    candidates.evidence += above.evidence(voicedAt: doubled.pitch, leastVoiced: Self.voicedRatio)
    let isTracked =
      above.voicedRatio(to: doubled.pitch) >= Self.voicedRatio
      && above.cycles.meanStrength >= Self.strength
    let isOpen = above.alternates || !isTracked
    if let given = settings.givenPitchRange {
      if candidates.high > given.ceiling { candidates.decidedBy = .givenRange }
      self.init(first, isRaised: false, candidates)
      return
    }
    if isTracked, doubled.cycles.isConfirmed {
      candidates.decidedBy = .zeroCrossings
    } else {
      candidates.decide(byUsual: settings.baselineF0, within: Self.usualRatio)
    }
    let isHigh =
      switch candidates.decidedBy {
      case _ where !isOpen: true
      case .zeroCrossings: true
      case .baseline: candidates.isHigh(settings.baselineF0)
      case .givenRange, nil: false
      }
    self.init(
      isHigh ? PitchTracker.track(signal, settings: higher, workspace: &workspace) : first,
      isRaised: isHigh, isOpen ? candidates : nil)
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
    let pitch = first.voiced(from: stretch.start, to: stretch.end)
    let voiced = pitch.voicedFrequencies
    guard voiced.count >= OctaveCheck.leastVoicedFrames,
      let low = Statistics.quantile(OctaveCheck.lowQuantile, of: voiced),
      let cycles = PeriodDoubling.evident(
        in: signal, pitch: pitch, near: low, frames: OctaveCheck.frames)
    else { return nil }
    (self.stretch, self.pitch, self.low, self.cycles) = (stretch, pitch, low, cycles)
  }
}

/// Segment that was tracked an octave above the first pass.
private struct RaisedVoice {
  let track: PitchTrack
  let cycles: SignalTypeEvidence

  init(
    _ part: Signal, _ settings: PitchSettings, _ fallback: PulseFallback,
    workspace: inout AnalysisWorkspace
  ) {
    track = PitchTracker.track(part, settings: settings, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: part, pitch: track, fallback: fallback, workspace: &workspace)
    cycles = SignalTypeEvidence(
      ofCyclesOf: SignalTypeSource(
        signal: part, pitch: track, pulses: pulses, settings: settings))
  }

  /// Whether cycles alternate, or are not comparable.
  var alternates: Bool {
    cycles.cyclesAlternate || cycles.comparablePairRatio < SignalTypeLimits.leastPairRatio
  }

  /// Voiced time relative to the first pass.
  func voicedRatio(to first: PitchTrack) -> Double { track.voicedSeconds / first.voicedSeconds }

  /// The evidence with its limits.
  func evidence(voicedAt first: PitchTrack, leastVoiced: Double) -> [OctaveEvidence] {
    [OctaveEvidence(.voicedAtHigh, voicedRatio(to: first), limit: leastVoiced)]
      + cycles.alternationEvidence
  }
}

extension PitchTrack {
  fileprivate var voicedSeconds: Double { Double(frequencies.count { $0 > 0 }) * timeStep }

  /// Returns the track with all frames outside two times unvoiced.
  func voiced(from start: Double, to end: Double) -> PitchTrack {
    let isInside = frequencies.indices.map { (start...end).contains(time(ofFrame: $0)) }
    return PitchTrack(
      frequencies: zip(frequencies, isInside).map { $1 ? $0 : 0 },
      strengths: zip(strengths, isInside).map { $1 ? $0 : 0 }, firstFrameTime: firstFrameTime,
      timeStep: timeStep)
  }
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
    periodAlternation?.isEvident(limitPercent: SignalTypeLimits.periodAlternationPercent) ?? false
      || amplitudeAlternation?.isEvident(
        limitPercent: SignalTypeLimits.amplitudeAlternationPercent) ?? false
  }

  /// The alternation of periods and amplitudes with their limits, if available.
  var alternationEvidence: [OctaveEvidence] {
    let periods = periodAlternation.map {
      OctaveEvidence(
        .periodAlternation, $0.percent, limit: SignalTypeLimits.periodAlternationPercent)
    }
    let amplitudes = amplitudeAlternation.map {
      OctaveEvidence(
        .amplitudeAlternation, $0.percent, limit: SignalTypeLimits.amplitudeAlternationPercent)
    }
    return [periods, amplitudes].compactMap { $0 }
  }
}

extension F0Candidates {
  /// Whether the baseline F0 is nearer to the higher frequency.
  func isHigh(_ usual: Hertz?) -> Bool {
    usual.map { $0.value * $0.value > low.value * high.value } ?? false
  }

  /// Selects by the baseline F0 of a person, if it is near enough to either frequency.
  mutating func decide(byUsual usual: Hertz?, within ratio: Double) {
    guard let usual else { return }
    let nearest = isHigh(usual) ? high : low
    if PeriodSequence.ratio(usual.value, nearest.value) <= ratio { decidedBy = .baseline }
  }
}
