import RealModule
internal import VoiceMath
public import VoiceTypes

extension PeriodLimits {
  /// Shortest period in periods of the pitch ceiling, longest one in periods of the floor.
  fileprivate static let shortestOfCeiling = 0.8
  fileprivate static let longestOfFloor = 1.25

  /// The limits of the report: slightly beyond the pitch range on either side.
  public static func voiceReport(for range: PitchRange) -> PeriodLimits {
    var limits = PeriodLimits()
    limits.floor = shortestOfCeiling / range.ceiling.value
    limits.ceiling = longestOfFloor / range.floor.value
    return limits
  }
}

/// Voicing, breaks and periodicity of a signal: Praat's voice report without pitch, jitter and
/// shimmer.
///
/// Source: Praat manual, "Voice 1. Voice breaks" and "Voice 4. Additional information".
public struct VoiceReport: Sendable, Equatable {
  /// Fraction of the frames that are unvoiced before path finding; 0 … 1.
  public private(set) var unvoicedFraction: Measured

  /// Number of voice breaks.
  public private(set) var voiceBreaks: Measured

  /// Duration of all breaks over that of the signal; a ratio, not a percentage.
  public private(set) var degreeOfVoiceBreaks: Measured

  /// Mean height of the correlation over the voiced frames, 0 … 1.
  public let meanAutocorrelation: Measured

  /// Noise-to-harmonics ratio: mean of (1 − r) / r over the voiced frames.
  public let noiseToHarmonics: Measured

  /// Mean of 10 log10(r / (1 − r)) over the voiced frames, in decibels.
  public let meanHarmonicity: Measured

  /// Number of glottal pulses.
  public let pulses: Measured

  /// Number of intervals between pulses that count as periods.
  public let periods: Measured

  /// Mean of these periods, in seconds.
  public let meanPeriod: Measured

  /// Reports on a signal of the given duration, with ascending pulses.
  public init(pitch: PitchTrack, pulses times: [Double], range: PitchRange, duration: Seconds) {
    let limits = PeriodLimits.voiceReport(for: range)
    unvoicedFraction = Self.unvoicedFraction(of: pitch)

    let breaks = VoiceBreaks(pulses: times, longestPeriod: limits.ceiling)
    voiceBreaks = breaks.measured { Double($0.count) }
    degreeOfVoiceBreaks = breaks.measured { $0.duration / duration.value }

    let strengths = pitch.voicedStrengths.map(Self.clipped)
    meanAutocorrelation = Self.mean(of: pitch.voicedStrengths)
    noiseToHarmonics = Self.mean(of: strengths.map { (1 - $0) / $0 })
    meanHarmonicity = Self.mean(of: strengths.map { 10 * Double.log10($0 / (1 - $0)) })

    let accepted = PeriodSequence(pulses: times, limits: limits).acceptedPeriods
    pulses = Measured(Double(times.count))
    periods = Measured(Double(accepted.count))
    meanPeriod =
      Statistics.mean(accepted).map { Measured($0) }
      ?? .unavailable(.tooFewPeriods(needed: 1, found: 0))
  }

  /// Minimum distance of correlations from 0 and 1: ±150 dB.
  private static let strengthMargin = 1e-15

  private static func clipped(_ strength: Double) -> Double {
    min(max(strength, strengthMargin), 1 - strengthMargin)
  }

  private static func unvoicedFraction(of pitch: PitchTrack) -> Measured {
    guard pitch.frameCount > 0 else { return .unavailable(.noVoicing) }
    let unvoicedCount = pitch.frameCount - pitch.locallyVoicedCount
    return Measured(Double(unvoicedCount) / Double(pitch.frameCount))
  }

  private static func mean(of values: [Double]) -> Measured {
    Statistics.mean(values).map { Measured($0) } ?? .unavailable(.noVoicing)
  }
}

/// Gaps between pulses that are too long for periods.
struct VoiceBreaks {
  /// Number of gaps; adjacent ones count as one.
  private(set) var count = 0

  /// Duration of all gaps, in seconds.
  private(set) var duration = 0.0

  private let pulseCount: Int

  /// Examines all intervals but the last: Praat's loop ends one interval early.
  init(pulses: [Double], longestPeriod: Double) {
    pulseCount = pulses.count
    var isInBreak = false
    for (start, end) in zip(pulses, pulses.dropFirst()).dropLast() {
      let isBreak = end - start > longestPeriod
      if isBreak {
        duration += end - start
        if !isInBreak { count += 1 }
      }
      isInBreak = isBreak
    }
  }

  /// A value about the breaks; unavailable with fewer than two pulses.
  func measured(_ number: (VoiceBreaks) -> Double) -> Measured {
    pulseCount < 2
      ? .unavailable(.tooFewPeriods(needed: 2, found: pulseCount, of: "pulses"))
      : Measured(number(self))
  }
}

extension PitchTrack {
  /// The strengths of the voiced frames, in order.
  var voicedStrengths: [Double] {
    zip(frequencies, strengths).compactMap { $0 > 0 ? $1 : nil }
  }
}

extension VoiceReport: FeatureExtractor {
  /// Voicing, breaks and periodicity.
  public static let measures: [Measure] = [
    .meanAutocorrelation, .nhr, .unvoicedFraction, .voiceBreaks, .degreeOfVoiceBreaks, .pulses,
    .periods, .meanPeriod,
  ]

  /// The pulses of the segment and of the whole vowel.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles, .phonation]

  private static let percent = 100.0

  /// The limits of periods and breaks, and the part with the breaks unless it is the segment.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    let limits = [
      NamedParameter("report_shortest_period_of_ceiling", PeriodLimits.shortestOfCeiling),
      NamedParameter("report_longest_period_of_floor", PeriodLimits.longestOfFloor),
    ]
    return settings.segment == .steady
      ? limits + [NamedParameter("voice_breaks_segment", .text(MeasuredPart.phonation.rawValue))]
      : limits
  }

  /// Uses the report of the cycles. A steady segment is chosen without gaps, so breaks and unvoiced
  /// frames are those of the vowel around it.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self = voice.cycles.report
    guard voice.scope.segment.rule == .steady else { return }
    let phonation = voice.phonation
    unvoicedFraction = phonation.unvoicedFraction
    (voiceBreaks, degreeOfVoiceBreaks) = (phonation.voiceBreaks, phonation.degreeOfVoiceBreaks)
  }

  /// The value in the unit of the document.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .nhr: noiseToHarmonics
    case .unvoicedFraction: unvoicedFraction
    case .voiceBreaks: voiceBreaks
    case .degreeOfVoiceBreaks: degreeOfVoiceBreaks.scaled(by: Self.percent)
    case .pulses: pulses
    case .periods: periods
    case .meanPeriod: meanPeriod
    default: meanAutocorrelation
    }
  }
}
