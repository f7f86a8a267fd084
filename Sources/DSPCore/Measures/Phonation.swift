public import VoiceTypes

/// Voice of a recording from its first voiced frame to its last: duration, breaks and onset. Of
/// several sustained sounds, only the measured one counts.
///
/// The segment of the other measures is the longest one without a gap, so voice breaks are counted
/// here. Breaks and unvoiced frames are those of Praat's voice report of that selection. Source:
/// Praat manual, "Voice 1. Voice breaks".
public struct Phonation: Sendable, Equatable {
  /// Time from the first voiced frame to the last, in seconds; the maximum phonation time of a
  /// vowel held for as long as possible.
  public let duration: Measured

  /// Number of voice breaks.
  public let voiceBreaks: Measured

  /// Duration of all breaks over that of the phonation; a ratio, not a percentage.
  public let degreeOfVoiceBreaks: Measured

  /// Fraction of these frames that are unvoiced before path finding; 0 … 1.
  public let unvoicedFraction: Measured

  /// Time from the first voiced frame to the first steady one, in seconds.
  public let onsetToSteady: Measured

  /// Measures the voice of `signal` with the ascending pulses of the whole signal; `range`
  /// determines the longest period.
  public init(of signal: Signal, pitch: PitchTrack, pulses: [Double], range: PitchRange) {
    guard let frames = pitch.voicedFrames else {
      let none = Measured.unavailable(.noVoicing)
      (duration, voiceBreaks, degreeOfVoiceBreaks) = (none, none, none)
      (unvoicedFraction, onsetToSteady) = (none, none)
      return
    }
    let seconds = Double(frames.count) * pitch.timeStep
    duration = Measured(seconds)
    let breaks = VoiceBreaks(
      pulses: pulses, longestPeriod: PeriodLimits.voiceReport(for: range).ceiling)
    voiceBreaks = breaks.measured { Double($0.count) }
    degreeOfVoiceBreaks = breaks.measured { $0.duration / seconds }
    let unvoiced = pitch.locallyVoiced[frames].count { !$0 }
    unvoicedFraction = Measured(Double(unvoiced) / Double(frames.count))
    onsetToSteady = Onset(of: signal, pitch: pitch, floor: range.floor).secondsToSteady
  }

  /// Measures the voice of a recording with known pulses of the segment.
  init(
    of signal: Signal, scope: AnalysisScope, pulses: [Double], fallback: PulseFallback,
    workspace: inout AnalysisWorkspace
  ) {
    let segment = scope.offset...(scope.offset + scope.part.duration.value)
    let overview = Self.measured(in: scope, around: segment)
    let all = GlottalPulses.find(
      in: signal, pitch: overview, around: pulses.map { $0 + scope.offset }, of: segment,
      overlap: Self.overlapPeriods / scope.reportRange.floor.value, fallback: fallback,
      workspace: &workspace)
    self.init(of: signal, pitch: overview, pulses: all, range: scope.reportRange)
  }

  /// The F0 track of the sustained sound around the steady segment. A recording of one sound, or of
  /// another rule, keeps its whole track.
  private static func measured(
    in scope: AnalysisScope, around segment: ClosedRange<Double>
  ) -> PitchTrack {
    guard scope.segment.rule == .steady else { return scope.overview }
    let sounds = SustainedSounds(in: scope.overview)
    guard sounds.times.count > 1, let sound = sounds.sound(around: segment) else {
      return scope.overview
    }
    return scope.overview.only(in: sound)
  }

  /// Overlap of the pulse search with the segment, in longest periods, so that the seam is no
  /// break: a break exceeds 1.25 periods.
  private static let overlapPeriods = 3.0
}

extension Phonation: FeatureExtractor {
  /// The phonation measures.
  public static let measures: [Measure] = [
    .phonationDuration, .phonationVoiceBreaks, .phonationDegreeOfVoiceBreaks,
    .phonationUnvoicedFraction, .phonationOnset,
  ]

  /// The pulses of the segment and of the rest of the recording.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles, .phonation]

  private static let percent = 100.0

  /// The onset parameters; those of breaks belong to the voice report.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] { Onset.choices }

  /// Uses the phonation of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self = voice.phonation }

  /// The value in the unit of the document.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .phonationVoiceBreaks: voiceBreaks
    case .phonationDegreeOfVoiceBreaks: degreeOfVoiceBreaks.scaled(by: Self.percent)
    case .phonationUnvoicedFraction: unvoicedFraction
    case .phonationOnset: onsetToSteady
    default: duration
    }
  }
}
