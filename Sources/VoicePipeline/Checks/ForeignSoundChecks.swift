import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Scores at which a second source warns [E]. Of 242 vowels of half of the speakers, 6 exceed one
  /// of them.
  private static let steadyLimit = 0.78
  private static let movingLimit = 1.0
  private static let combLimit = 1.9

  /// Level between the harmonics below which a second source changes no measure, in decibels
  /// relative to the voice [E]. The strongest lines of a second voice are often next to harmonics of
  /// the measured one, and not in this level.
  private static let harmlessLevel = -36.0

  /// Highest F0 of the check of a second source, in hertz: higher voices have too few harmonics
  /// [E].
  private static let highestF0 = 550.0

  /// F0 from which the gaps between harmonics are wide enough for formants, which last like lines,
  /// in hertz [E]. The score is divided by the square of F0 relative to it.
  private static let wideGaps = 400.0

  /// Jitter (local) of a tone of a device, in percent, and the highest level above 1.5 F0 with it, in
  /// decibels: harmonics of a loudspeaker [S]. The least jitter of 658 recorded voices is 0.104 %.
  private static let jitterOfTone = 0.05
  private static let levelOfDistortedTone = -15.0

  /// Duration of the middle of the segment for the check of a tone, in seconds [E].
  private static let toneDuration = 0.4

  /// Runs the checks of a second source, reverberation, several sounds and a tone, in this order.
  static func foreignSoundChecks(
    of voice: CheckedVoice, workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    [
      secondSource(voice, &workspace), reverberation(voice), severalSounds(voice),
      tone(voice, &workspace),
    ]
  }

  private static func secondSource(
    _ voice: CheckedVoice, _ workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.secondSource
    let analysis = voice.analysis
    if let f0 = voice.position?.f0.value, f0 > highestF0 {
      return limits.unknown(
        analysis.voice.pitch.voicedFrequencies.isEmpty
          ? CheckText.noVoiceForSecondSource.filled()
          : CheckText.highVoiceForSecondSource.filled([
            .limit: Decimal.text(highestF0, places: 0)
          ]))
    }
    guard voice.position != nil,
      let lines = ForeignLines(
        in: voice.signal, in: analysis.heldTimes, pitch: analysis.voice.pitch,
        offset: analysis.offset, repetition: analysis.f0Candidates?.low, workspace: &workspace)
    else { return limits.unknown(CheckText.noVoiceForSecondSource.filled()) }
    let gap = max(1, (voice.position?.f0.value ?? 0) / wideGaps)
    let found =
      max(lines.comb / combLimit, lines.steady / steadyLimit, lines.moving / movingLimit)
      / (gap * gap)
    let score =
      lines.level.value >= harmlessLevel ? found : min(found, limits.warn.first?.limit ?? found)
    let isIrregular = lines.hasSubharmonics || analysis.signalType?.alternates == true
    guard !isIrregular || limits.judge(score).verdict != .warn else {
      return limits.unknown(CheckText.irregularForSecondSource.filled())
    }
    return limits.check(score) { verdict in
      verdict == .pass
        ? nil
        : CheckText.secondSource.filled([.found: Decimal.text(-lines.level.value, places: 0)])
    }
  }

  private static func reverberation(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.reverberation
    guard voice.position != nil,
      let decay = LevelDecay(in: voice.signal, after: voice.analysis.times)
    else { return limits.unknown(CheckText.noPauseForReverberation.filled()) }
    guard let found = decay.seconds else {
      return limits.unknown(CheckText.fadingVoice.filled())
    }
    return limits.check(found) { verdict in
      verdict == .pass
        ? nil : CheckText.reverberation.filled([.time: Decimal.text(found, places: 1)])
    }
  }

  private static func tone(
    _ voice: CheckedVoice, _ workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.tone
    let held = voice.analysis.heldTimes
    let margin = max(0, 0.5 * (held.upperBound - held.lowerBound - toneDuration))
    guard let f0 = voice.position?.f0,
      let level = AveragedSpectrum(
        of: voice.signal, in: (held.lowerBound + margin)...(held.upperBound - margin),
        framesIn: 0...0, workspace: &workspace)?.level(above: Hertz(1.5 * f0.value))
    else { return limits.unknown(CheckText.noVoiceForTone.filled()) }
    let jitter =
      voice.analysis.voice.hasCycles ? voice.analysis.voice.cycles.jitter.local.number : nil
    let text = CheckText.tone.filled([.found: Decimal.text(-level.value, places: 0)])
    if let jitter, 100 * jitter < jitterOfTone, level.value < levelOfDistortedTone {
      return limits.warning(level.value, saying: text)
    }
    return limits.check(level.value) { $0 == .pass ? nil : text }
  }

  private static func severalSounds(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.severalSounds
    let sounds = SustainedSounds(in: voice.analysis.overview)
    let count = Double(sounds.times.count)
    guard voice.analysis.segment.rule == .steady,
      let measured = sounds.sound(around: voice.analysis.times)
    else {
      return QualityCheck(
        id: limits.id, verdict: .pass, value: count, unit: limits.unit,
        limit: limits.warn.first?.limit)
    }
    let text = sounds.differInPitch ? CheckText.soundsOfTwoPitches : .severalSounds
    return limits.check(count) { verdict in
      verdict == .pass
        ? nil
        : text.filled([
          .count: "\(sounds.times.count)",
          .low: Decimal.text(max(0, measured.lowerBound), places: 1),
          .high: Decimal.text(measured.upperBound, places: 1),
        ])
    }
  }
}

extension SignalType {
  /// Whether the cycles alternate, which makes lines halfway between the harmonics.
  fileprivate var alternates: Bool {
    sentences.contains {
      [EvidenceText.periodsAlternate, .amplitudesAlternate].map(\.rawValue).contains($0.id)
    }
  }
}
