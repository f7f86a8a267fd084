// Titze (1995), "Workshop on Acoustic Voice Analysis: Summary Statement", NCVS; Sprecher et al.
// (2010).

internal import VoiceMath
public import VoiceTypes

/// Input of signal typing: a segment and its analysis.
public struct SignalTypeSource: Sendable {
  /// Samples of the segment.
  public var signal: Signal

  /// The F0 track, in the segment's own time.
  public var pitch: PitchTrack

  /// Glottal cycles of the segment.
  public var cycles: GlottalCycles

  /// The settings of the pitch analysis; the floor also determines the longest period for voice
  /// breaks.
  public var settings: PitchSettings

  /// Smoothed cepstral peak prominence, in decibels; nil if not measured.
  public var cpps: Double?

  /// Creates the input without a prominence.
  public init(signal: Signal, pitch: PitchTrack, pulses: [Double], settings: PitchSettings) {
    self.signal = signal
    self.pitch = pitch
    cycles = GlottalCycles(of: signal, pitch: pitch, pulses: pulses, range: settings.range)
    self.settings = settings
  }

  /// Creates the input from an analysis context.
  init(of voice: Voice) {
    signal = voice.part
    pitch = voice.pitch
    cycles = voice.cycles
    settings = VoiceAnalyzer.pitchSettings(of: voice.settings, range: voice.scope.reportRange)
    cpps = voice.prominence?.mean.number
  }
}

extension SignalTypeSource {
  /// The cycles with periods of up to `longest` seconds. Praat's longest period of 20 ms limits
  /// jitter and shimmer; it is no irregularity of a low voice.
  fileprivate func cycles(upTo longest: Double) -> GlottalCycles {
    var limits = PeriodLimits()
    guard cycles.periods.intervals.contains(where: { $0 > limits.ceiling && $0 <= longest }) else {
      return cycles
    }
    limits.ceiling = longest
    return GlottalCycles(
      of: signal, pitch: pitch, pulses: cycles.pulses, range: settings.range, limits: limits)
  }
}

/// Evidence for the signal type: counts and ratios of the segment's analysis, plus the spectrum at
/// the multiples of the pitch. Sprecher et al. (2010), J Acoust Soc Am 127:3710.
public struct SignalTypeEvidence: Sendable, Equatable {
  /// Voiced frames over all frames, 0 … 1.
  public var voicedRatio = 0.0

  /// Mean height of the correlation at the pitch of voiced frames, 0 … 1.
  public var meanStrength = 0.0

  /// Number of neighbouring voiced frames whose F0 differs by more than about half an octave.
  public var octaveJumps = 0

  /// Number of voice breaks of the voice report.
  public var voiceBreaks = 0

  /// Duration of the breaks over that of the segment, 0 … 1.
  public var brokenRatio = 0.0

  /// Fraction of comparable pairs of periods or amplitudes, the smaller one, by Praat's rules;
  /// pairs across a voice break do not count.
  public var comparablePairRatio = 0.0

  /// Mean difference of neighbouring periods, percent of the mean period; nil without a pair.
  public var jitterLocalPercent: Double?

  /// Mean difference of periods two apart, percent of the mean period: jitter without alternation.
  public var jitterOverTwoPercent: Double?

  /// Alternation of periods; nil without enough comparable periods in a row.
  public var periodAlternation: Alternation?

  /// Alternation of amplitudes; nil without enough comparable periods in a row.
  public var amplitudeAlternation: Alternation?

  /// The evidence of two cycles per repetition; nil without such evidence.
  public var twoCycles: PeriodDoubling?

  /// The repetition below the pitch range of a signal with a poor pitch.
  public var slowRepetition: SubharmonicRepetition?

  /// Smoothed cepstral peak prominence, in decibels; nil if not measured, or if its search range
  /// does not contain F0.
  public var cpps: Double?

  /// The median F0 outside the range of the cepstral peak search, in hertz; nil if inside.
  public var f0OutsidePeakSearch: Double?

  /// Creates empty evidence; `measure` computes it.
  public init() {}
}

extension SignalTypeEvidence {
  /// Measures the evidence of a segment.
  public static func measure(
    _ source: SignalTypeSource, workspace: inout AnalysisWorkspace
  ) -> SignalTypeEvidence {
    var evidence = SignalTypeEvidence()
    evidence.cpps = source.cpps
    evidence.readPitch(source.pitch)
    evidence.readPulses(source)
    if let median = Statistics.quantile(0.5, of: source.pitch.voicedFrequencies) {
      evidence.readPeakSearch(of: median)
      evidence.twoCycles = PeriodDoubling(
        in: source.signal, pitch: source.pitch, near: median, frames: HarmonicContrast.mostFrames)
    }
    if evidence.repeatsPoorly {
      evidence.slowRepetition = SubharmonicRepetition(of: source, workspace: &workspace)
    }
    return evidence
  }

  /// Whether a search for a repetition below the range is worthwhile.
  private var repeatsPoorly: Bool {
    voicedRatio < SignalTypeLimits.voicedRatio || meanStrength < SignalTypeLimits.goodStrength
  }

  /// Removes the prominence if the cepstral peak of the F0 is not searched.
  private mutating func readPeakSearch(of f0: Double) {
    guard !CepstralPeakProminence.peakSearch.contains(Hertz(f0)) else { return }
    (cpps, f0OutsidePeakSearch) = (nil, f0)
  }

  mutating func readPitch(_ pitch: PitchTrack) {
    let strengths = pitch.frequencies.indices.filter(pitch.isVoiced).map { pitch.strengths[$0] }
    guard let mean = Statistics.mean(strengths) else { return }
    meanStrength = mean
    voicedRatio = Double(strengths.count) / Double(pitch.frameCount)
    octaveJumps = zip(pitch.frequencies.dropFirst(), pitch.frequencies)
      .count { $0 > 0 && $1 > 0 && !SignalTypeLimits.frameRatio.contains($0 / $1) }
  }

  mutating func readPulses(_ source: SignalTypeSource) {
    let longest = PeriodLimits.voiceReport(for: source.settings.range).ceiling
    let cycles = source.cycles(upTo: longest)
    let (periods, amplitudes) = (cycles.periods, cycles.amplitudes)
    voiceBreaks = cycles.report.voiceBreaks.number.map { Int($0) } ?? 0
    brokenRatio = cycles.report.degreeOfVoiceBreaks.number ?? 0
    readPeriods(periods, jitter: cycles.jitter)
    // A pulse has an amplitude between two periods; cycles lost to a break count with the breaks.
    comparablePairRatio = min(
      Self.ratio(periods.windows(of: 2).count, of: periods.rows(of: 2, upTo: longest)),
      Self.ratio(amplitudes.windows(of: 2).count, of: periods.rows(of: 3, upTo: longest)))
    amplitudeAlternation = Alternation(
      in: amplitudes.compared(upTo: SignalTypeLimits.alternatingAmplitudeFactor)
        .windows(of: Alternation.windowLength),
      outOf: cycles.pulses.count - 2, limitPercent: SignalTypeLimits.amplitudeAlternationPercent)
  }

  private static func ratio(_ part: Int, of whole: Int) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }

  private mutating func readPeriods(_ periods: PeriodSequence, jitter: Jitter) {
    jitterLocalPercent = jitter.local.scaled(by: 100).number
    let overTwo = Statistics.mean(periods.windows(of: 3).map(\.differenceOfEnds))
    if let mean = periods.meanPeriod { jitterOverTwoPercent = overTwo.map { 100 * $0 / mean } }
    periodAlternation = Alternation(
      in: periods.windows(of: Alternation.windowLength), outOf: periods.intervals.count,
      limitPercent: SignalTypeLimits.periodAlternationPercent)
  }
}

extension PeriodSequence {
  /// The number of runs of `count` neighbouring intervals without a break.
  fileprivate func rows(of count: Int, upTo longest: Double) -> Int {
    var unbroken = 0
    return intervals.count {
      unbroken = $0 > longest ? 0 : unbroken + 1
      return unbroken >= count
    }
  }
}

extension ArraySlice<Double> {
  fileprivate var differenceOfEnds: Double {
    guard let first, let last else { return 0 }
    return (last - first).magnitude
  }
}

// The octave below the pitch range, which the first pass cannot find.

extension SignalTypeEvidence {
  /// The F0 candidates after an analysis below the pitch range; nil for an unambiguous octave.
  ///
  /// A tracker's preference for two periods is no evidence by itself: in a voice with jitter a
  /// hundredth of strength is chance. Cycles two apart must be more similar than neighbours.
  func candidates(after stress: PitchRangeSensitivity?, of voice: Voice) -> F0Candidates? {
    guard let (low, evidence) = octaveBelow(stress) else { return nil }
    var candidates = F0Candidates(low: Hertz(low), high: Hertz(2 * low), evidence: evidence)
    let vote = OctaveVote(in: voice.part, during: 0...voice.part.duration.value, low: low)
    candidates.evidence += vote.map { [$0.evidence] } ?? []
    let isConfirmed = vote?.isHigh ?? false && !voice.pitch.frames(near: 2 * low).isEmpty
    candidates.decide(measuringHigh: true, isConfirmed: isConfirmed, voice.settings)
    return candidates
  }

  private func octaveBelow(
    _ stress: PitchRangeSensitivity?
  ) -> (hertz: Double, evidence: [OctaveEvidence])? {
    if slowlyAlternates, let slow = slowRepetition {
      return (
        slow.frequencyHz,
        [
          OctaveEvidence(
            .evenOverOdd, slow.evenOverOddDecibels, limit: SignalTypeLimits.evenOverOddDecibels),
          OctaveEvidence(
            .strengthAtLow, slow.meanStrength, limit: SignalTypeLimits.goodStrength),
        ]
      )
    }
    guard cyclesAlternate, let low = stress?.octaveBelow else { return nil }
    return (low, alternationEvidence)
  }
}
