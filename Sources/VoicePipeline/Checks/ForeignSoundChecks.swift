import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Scores at which a second source warns [E]. Of clean recordings, 1 % exceed the first and
  /// 1.5 % the second.
  private static let steadyLimit = 0.88
  private static let movingLimit = 1.36

  /// Level between the harmonics below which a second source changes no measure, in decibels
  /// relative to the voice [E].
  private static let harmlessLevel = -30.0

  /// Highest F0 of the check of a second source, in hertz: higher voices have too few harmonics
  /// [E].
  private static let highestF0 = 400.0

  /// Runs the checks of a second source, reverberation and several sounds, in this order.
  static func foreignSoundChecks(
    of voice: CheckedVoice, workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    [secondSource(voice, &workspace), reverberation(voice), severalSounds(voice)]
  }

  private static func secondSource(
    _ voice: CheckedVoice, _ workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.secondSource
    let analysis = voice.analysis
    if let f0 = voice.position?.f0.value, f0 > highestF0 {
      return limits.unknown(
        CheckText.highVoiceForSecondSource.filled([
          .limit: Decimal.text(highestF0, places: 0)
        ]))
    }
    guard analysis.f0Candidates == nil else {
      return limits.unknown(CheckText.irregularForSecondSource.filled())
    }
    guard voice.position != nil,
      let lines = ForeignLines(
        in: voice.signal, in: analysis.heldTimes, pitch: analysis.voice.pitch,
        offset: analysis.offset, workspace: &workspace)
    else { return limits.unknown(CheckText.noVoiceForSecondSource.filled()) }
    let score = max(lines.steady / steadyLimit, lines.moving / movingLimit)
    guard lines.level.value >= harmlessLevel else {
      return limits.check(min(score, limits.warn.first?.limit ?? score)) { _ in nil }
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
    guard decay.seconds <= longestOffset || decay.isExponential,
      decay.seconds < longestReverberation
    else { return limits.unknown(CheckText.fadingVoice.filled()) }
    return limits.check(decay.seconds) { verdict in
      verdict == .pass
        ? nil
        : CheckText.reverberation.filled([.time: Decimal.text(decay.seconds, places: 1)])
    }
  }

  /// Decay, in seconds, above which one that is no line is a voice that fades [E].
  private static let longestOffset = 0.43

  /// Longest reverberation time of a living room, in seconds; a slower decay is a voice that fades
  /// [E].
  private static let longestReverberation = 1.5

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
