// Which octave a voice is in, asked before anything is measured. Where two cycles differ, in size or in
// length, a signal is most alike two cycles on, and a pitch tracker finds half the rate of the cycles:
// so it does with amplitudes that alternate by 14 %, and by chance in a voice with much jitter. Two
// questions tell these apart, of the steady stretch only, as a voice may creak at its ends:
//
// 1. Does what repeats at the pitch hold two cycles (TwoCycles)? If it does not, the pitch stands.
// 2. Followed at twice the pitch, are cycles two apart more alike than neighbours (Alternation)? If they
//    are not, the tracker was misled, and the voice is followed at twice the pitch from here on. If they
//    are, or if no voice can be followed there, F0 is one frequency or the other, and the signal does
//    not say which: that is for the person at the controls, or for what is usual for the speaker.

internal import VoiceMath
import VoiceTypes

/// What the first look at a recording comes to.
struct OctaveCheck {
  /// The pitch to go on with: that of the first look, or of one an octave higher.
  let track: PitchTrack

  /// Whether the voice was followed again above the first look.
  let isRaised: Bool

  /// The frequencies that F0 may be, where it is open or somebody decided it.
  let candidates: F0Candidates?

  /// The pitch of a look that leaves nothing open.
  private init(_ track: PitchTrack) {
    (self.track, isRaised, candidates) = (track, false, nil)
  }

  private init(_ track: PitchTrack, isRaised: Bool, _ candidates: F0Candidates?) {
    (self.track, self.isRaised, self.candidates) = (track, isRaised, candidates)
  }
}

extension OctaveCheck {
  /// Quartiles of fewer frames than this say nothing of a voice.
  fileprivate static let leastVoicedFrames = 16

  /// The frames around this quantile of F0 are looked at: with fewer frames than that an octave low,
  /// the second pass leaves them out.
  fileprivate static let lowQuantile = 0.25

  /// Frames whose spectrum is looked at.
  fileprivate static let frames = 24

  /// From here on, in terms of the pitch found, the voice is followed again; up to the ceiling of the
  /// first look, and in any case up to this.
  private static let raisedFloor = 1.4
  private static let raisedCeiling = 3.0

  /// Voiced time there over that of the first look, and mean strength, without which no voice can be
  /// followed there [E].
  private static let voicedRatio = 0.8
  private static let strength = 0.6

  /// A frequency this near to what is usual for a person, as a ratio, is theirs: half an octave [E].
  static let usualRatio = 1.414

  /// What the decision follows from, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("octave_low_quantile", lowQuantile),
      NamedSetting("octave_raised_floor_of_pitch", raisedFloor),
      NamedSetting("octave_raised_ceiling_of_pitch", raisedCeiling),
      NamedSetting("octave_voiced_ratio", voicedRatio),
      NamedSetting("octave_strength", strength),
      NamedSetting("octave_usual_ratio", usualRatio),
    ]
  }

  /// Asks for the octave of the first look at a recording, which is held most steadily in `stretch`.
  init(
    of first: PitchTrack, heldIn stretch: SteadySegment?, in signal: Signal,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    guard settings.gates != .off, let stretch,
      let look = TwoCycleLook(of: first, heldIn: stretch, in: signal)
    else {
      self.init(first)
      return
    }
    self.init(look, of: first, in: signal, settings: settings, workspace: &workspace)
  }

  /// Decides between the octaves of a stretch whose repetitions hold two cycles.
  private init(
    _ look: TwoCycleLook, of first: PitchTrack, in signal: Signal, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    var candidates = F0Candidates(
      low: Hertz(look.low), high: Hertz(2 * look.low), evidence: look.cycles.evidence)
    let higher = Self.settings(above: look.low, settings)
    let above = RaisedVoice(
      signal.part(from: look.stretch.start, to: look.stretch.end).signal, higher,
      settings.pulseFallback, workspace: &workspace)
    candidates.evidence += above.evidence(voicedAt: look.pitch, leastVoiced: Self.voicedRatio)
    let isOpen =
      above.alternates || above.voicedRatio(to: look.pitch) < Self.voicedRatio
      || above.cycles.meanStrength < Self.strength
    if let given = settings.givenPitchRange {
      if candidates.high > given.ceiling { candidates.decidedBy = .givenRange }
      self.init(first, isRaised: false, candidates)
      return
    }
    if isOpen { candidates.decide(byUsual: settings.baselineF0, within: Self.usualRatio) }
    let isHigh =
      !isOpen || candidates.decidedBy != nil && candidates.isHigh(settings.baselineF0)
    self.init(
      isHigh ? PitchTracker.track(signal, settings: higher, workspace: &workspace) : first,
      isRaised: isHigh, isOpen ? candidates : nil)
  }

  /// How a voice at about twice a pitch is followed.
  private static func settings(
    above low: Double, _ settings: AnalysisSettings
  ) -> PitchSettings {
    let ceiling = max(settings.firstPitchRange.ceiling.value, raisedCeiling * low)
    let range = PitchRange(floor: Hertz(raisedFloor * low), ceiling: Hertz(ceiling))
    return VoiceAnalyzer.pitchSettings(of: settings, range: range ?? settings.firstPitchRange)
  }
}

/// The steady stretch of a first look, whose repetitions hold two cycles.
private struct TwoCycleLook {
  let stretch: SteadySegment

  /// The pitch of the stretch, in the time of the recording.
  let pitch: PitchTrack

  /// How often it repeats, in hertz.
  let low: Double

  let cycles: TwoCycles

  /// Nil where nothing shows two cycles.
  init?(of first: PitchTrack, heldIn stretch: SteadySegment, in signal: Signal) {
    let pitch = first.voiced(from: stretch.start, to: stretch.end)
    let voiced = pitch.voicedFrequencies
    guard voiced.count >= OctaveCheck.leastVoicedFrames,
      let low = Statistics.quantile(OctaveCheck.lowQuantile, of: voiced),
      let cycles = TwoCycles.evident(
        in: signal, pitch: pitch, near: low, frames: OctaveCheck.frames)
    else { return nil }
    (self.stretch, self.pitch, self.low, self.cycles) = (stretch, pitch, low, cycles)
  }
}

/// A stretch that was followed an octave above the first look.
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

  /// Whether cycles alternate, or cannot be compared.
  var alternates: Bool {
    cycles.cyclesAlternate || cycles.comparablePairRatio < SignalTypeLimits.leastPairRatio
  }

  /// Voiced time here over that of the first look.
  func voicedRatio(to first: PitchTrack) -> Double { track.voicedSeconds / first.voicedSeconds }

  /// What was found, beside the limits.
  func evidence(voicedAt first: PitchTrack, leastVoiced: Double) -> [OctaveEvidence] {
    [OctaveEvidence(.voicedAtHigh, voicedRatio(to: first), limit: leastVoiced)]
      + cycles.alternationEvidence
  }
}

extension PitchTrack {
  fileprivate var voicedSeconds: Double { Double(frequencies.count { $0 > 0 }) * timeStep }

  /// The same with no voice but between two times.
  func voiced(from start: Double, to end: Double) -> PitchTrack {
    let isInside = frequencies.indices.map { (start...end).contains(time(ofFrame: $0)) }
    return PitchTrack(
      frequencies: zip(frequencies, isInside).map { $1 ? $0 : 0 },
      strengths: zip(strengths, isInside).map { $1 ? $0 : 0 }, firstFrameTime: firstFrameTime,
      timeStep: timeStep)
  }
}

extension SignalTypeEvidence {
  /// What pitch and cycles tell, without a look at the spectrum.
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

  /// The alternation of periods and amplitudes beside its limits, where there is one.
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
  /// Whether a usual F0 is nearer to the higher frequency.
  func isHigh(_ usual: Hertz?) -> Bool {
    usual.map { $0.value * $0.value > low.value * high.value } ?? false
  }

  /// Takes what is usual for a person, if it is near enough to either frequency.
  mutating func decide(byUsual usual: Hertz?, within ratio: Double) {
    guard let usual else { return }
    let nearest = isHigh(usual) ? high : low
    if PeriodSequence.ratio(usual.value, nearest.value) <= ratio { decidedBy = .baseline }
  }
}
