public import VoiceTypes

extension StabilityScore: FeatureExtractor {
  /// The score.
  public static let measures: [Measure] = [.stabilityScore]

  /// The vowel and its cycles.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles, .vowel]

  /// Thresholds and weights of the parts, and the minimum duration of voice.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    let anchors = StabilityComponent.allCases.compactMap { part in
      part.anchorPercent.map { NamedParameter("stability_\(part.rawValue)_anchor_percent", $0) }
    }
    let weights = StabilityComponent.allCases.compactMap { part in
      part.weight.map { NamedParameter("stability_\(part.rawValue)_weight", $0) }
    }
    return anchors + weights + SustainedVowel.choices(of: "stability", in: settings) + [
      NamedParameter("stability_least_voiced_s", leastVoiced.value)
    ]
  }

  /// Scores the vowel of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    let cycles = voice.vowel.cycles
    self.init(
      levels: StabilityLevels(
        periods: cycles.periods, amplitudes: cycles.amplitudes, ppq5: cycles.jitter.ppq5,
        shimmer: cycles.shimmer),
      voicing: VoicingContinuity(of: voice.vowel.pitch, report: cycles.report))
  }

  /// The value in percent.
  public func value(of measure: Measure, in voice: Voice) -> Measured { scorePercent }

  /// The sampling error of the score in points, with fixed voicing continuity.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    let cycles = voice.vowel.cycles
    guard let share = components[.voicing]?.number, let blockLength = cycles.periodsPerBlock,
      let terms = StabilityTerms(
        score: self, pulses: cycles.pulses, amplitudes: cycles.amplitudes),
      let halfWidth = terms.table.halfWidth(blockLength: blockLength, of: terms.score)
    else { return [:] }
    return [.stabilityScore: Self.percent * share * halfWidth]
  }

  private static let percent = 100.0
}

extension VoicingContinuity {
  /// Computes the continuity from a voice report; unavailable values count as no gap beyond the
  /// unvoiced frames.
  fileprivate init(of pitch: PitchTrack, report: VoiceReport) {
    let voiced = pitch.voicedFrequencies.count
    self.init(
      voiced: Seconds(Double(voiced) * pitch.timeStep),
      unvoicedFraction: report.unvoicedFraction.number
        ?? 1 - Double(voiced) / Double(max(1, pitch.frameCount)),
      degreeOfVoiceBreaks: report.degreeOfVoiceBreaks.number ?? 0)
  }
}
