// The voice of a whole recording, from its first voiced frame to its last. The segment of the other
// measures is the longest stretch without a gap: what breaks off there has been cut away before it could
// be counted, so breaks are counted here.
//
// Breaks and unvoiced frames as in Praat's voice report of that selection. Source: Praat manual,
// "Voice 1. Voice breaks".

public import VoiceTypes

/// How long a voice lasts, where it breaks off, and when it becomes steady.
public struct Phonation: Sendable, Equatable {
  /// From the first voiced frame to the last, in seconds: the phonation time of a vowel held as long
  /// as can be.
  public let duration: Measured

  /// Number of times the pulses stop and start again.
  public let voiceBreaks: Measured

  /// Duration of all breaks over that of the phonation; a ratio, not a percentage.
  public let degreeOfVoiceBreaks: Measured

  /// Share of the frames in between that are unvoiced by themselves, the path left aside; 0 … 1.
  public let unvoicedFraction: Measured

  /// From the first voiced frame to the one in which the voice has become steady, in seconds.
  public let onsetToSteady: Measured

  /// Describes the voice of `signal`, its pulses being those of all of it, in ascending order; `range`
  /// says what a voice break is.
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

  /// Describes the voice of a recording of which the pulses of the segment were found.
  init(
    of signal: Signal, scope: AnalysisScope, pulses: [Double], fallback: PulseFallback,
    workspace: inout AnalysisWorkspace
  ) {
    let segment = scope.offset...(scope.offset + scope.part.duration.value)
    let all = GlottalPulses.find(
      in: signal, pitch: scope.overview, around: pulses.map { $0 + scope.offset }, of: segment,
      overlap: Self.overlapPeriods / scope.reportRange.floor.value, fallback: fallback,
      workspace: &workspace)
    self.init(of: signal, pitch: scope.overview, pulses: all, range: scope.reportRange)
  }

  /// Pulses beside the segment are looked for up to so many of the longest periods into it, so that the
  /// seam is no gap: a break is longer than one and a quarter.
  private static let overlapPeriods = 3.0
}

extension Phonation: Measurer {
  /// All of the group.
  public static let measures: [Measure] = [
    .phonationDuration, .phonationVoiceBreaks, .phonationDegreeOfVoiceBreaks,
    .phonationUnvoicedFraction, .phonationOnset,
  ]

  /// The pulses of the segment, and those beside it.
  public static let materials: Set<Voice.Material> = [.cycles, .phonation]

  private static let percent = 100.0

  /// When a voice counts as steady; what a break is stands with the voice report.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] { Onset.choices }

  /// That of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self = voice.phonation }

  /// All but one are as the document has them.
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
