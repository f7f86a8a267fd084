import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Lower frequency of rumble in hertz. Slower drifts affect no measure.
  private static let rumbleFrom = 5.0

  /// Upper frequency of rumble: below the mains, in hertz, and below half of F0, at which cycles
  /// may alternate.
  private static let rumbleTo = 45.0
  private static let rumbleShareOfF0 = 0.45

  /// Minimum bit depth; fewer bits round quiet noise to zero.
  private static let bitsOfQuiet = 16

  /// Quantiles of the window levels for the level range.
  private static let levelShares = 0.05...0.95

  /// Runs the checks of rumble, dropouts, noise gate, level range, sustained vowel, gap and lossy
  /// coding, in this order.
  static func voiceChecks(
    of voice: CheckedVoice, workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    let (held, dropouts, levelRange) = (
      heldVowel(voice), Self.dropouts(voice), Self.levelRange(voice)
    )
    return [
      rumble(voice), dropouts, noiseGate(voice), levelRange, held,
      gap(voice, held: held.verdict, dropouts: dropouts.verdict),
      lossyCoding(
        voice, held.verdict, levelRange: levelRange.verdict, workspace: &workspace),
    ]
  }

  private static func rumble(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.rumble
    guard let f0 = voice.position?.f0, let low = voice.low else {
      return limits.unknown(CheckText.noVoiceForRumble.filled())
    }
    let power = low.power(from: rumbleFrom, to: min(rumbleTo, rumbleShareOfF0 * f0.value))
    guard power > 0, power < low.power else {
      return limits.unknown(CheckText.nothingLow.filled())
    }
    return limits.check(Level.decibels(ofPowerRatio: power / (low.power - power))) { verdict in
      verdict == .pass ? nil : CheckText.rumble.filled()
    }
  }

  private static func dropouts(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.dropouts
    guard voice.position != nil else {
      return limits.unknown(CheckText.noVoiceForDropouts.filled())
    }
    // A dropout ends the segment, so the search covers the whole phonation.
    let longest = SoundHoles(
      in: voice.signal, pitch: voice.analysis.overview, bits: voice.recording.bitsPerSample
    ).longest
    return limits.check(longest) { verdict in
      verdict == .pass
        ? nil : CheckText.dropouts.filled([.time: Decimal.text(1000 * longest, places: 1)])
    }
  }

  private static func noiseGate(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.noiseGate
    guard voice.recording.bitsPerSample >= bitsOfQuiet else {
      return limits.unknown(CheckText.fewBitsForGate.filled())
    }
    let least = limits.warn.first?.limit ?? 0
    let longest = SoundHoles.longestConstantRun(in: voice.signal, atLeast: least)
    if longest >= least, let band = voice.analysis.voice.bandwidth, band.isEndOfSoftware {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: longest, unit: limits.unit, limit: least,
        saying: CheckText.noiseSuppression.filled([.found: Decimal.text(band.end.value, places: 0)])
      )
    }
    return limits.check(longest) { verdict in
      verdict == .pass ? nil : CheckText.noiseGate.filled()
    }
  }

  private static func levelRange(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.levelRange
    let held = voice.analysis.voice.vowelTimes ?? voice.analysis.heldTimes
    let powers = (voice.analysis.voice.spectrum?.frames ?? []).filter {
      held.contains($0.time.lowerBound) && held.contains($0.time.upperBound)
    }.map(\.power)
    guard powers.count >= SteadinessFraction.leastWindows,
      let low = Statistics.quantile(levelShares.lowerBound, of: powers), low > 0,
      let high = Statistics.quantile(levelShares.upperBound, of: powers)
    else { return limits.unknown(CheckText.tooShortForLevel.filled()) }
    return limits.check(Level.decibels(ofPowerRatio: high / low)) { verdict in
      verdict == .pass ? nil : CheckText.levelRange.filled()
    }
  }

  private static func heldVowel(_ voice: CheckedVoice) -> QualityCheck {
    let limits = QualityLimits.heldVowel
    guard let share = SteadinessFraction(of: voice.analysis) else {
      return limits.unknown(CheckText.tooShortForVowel.filled())
    }
    return limits.check(100 * share.both) { verdict in
      guard verdict != .pass else { return nil }
      return switch (share.pitch < 1, share.sound < 1) {
      case (true, false): CheckText.pitchTravels.filled()
      case (false, true): CheckText.soundChanges.filled()
      default: CheckText.bothChange.filled()
      }
    }
  }
}

extension RecordingQuality {
  /// Minimum click of a splice, in decibels [E]. 99 % of the cuts in recorded vowels exceed it, and
  /// 1 % of uncut places.
  private static let click = 4.0

  /// Checks the continuity of the cycles in the whole voice, because one loss suggests losses
  /// elsewhere. A voice that is not sustained or not regular is discontinuous by itself. Without a
  /// click, and without other lost data, a voice break explains a discontinuity as well.
  private static func gap(
    _ voice: CheckedVoice, held: Verdict, dropouts: Verdict
  ) -> QualityCheck {
    let limits = QualityLimits.gap
    guard held == .pass || held == .warn,
      (voice.analysis.signalType?.type ?? 1) < SteadinessFraction.unclearType
    else { return limits.unknown(CheckText.notRegularForGap.filled()) }
    guard let splice = CycleSplice.worst(in: voice.signal, pitch: voice.analysis.overview) else {
      return limits.unknown(CheckText.noVoiceForGap.filled())
    }
    let time: [SentenceParameter: String] = [.time: Decimal.text(splice.time, places: 2)]
    if limits.judge(splice.mismatch).verdict == .fail, dropouts != .fail,
      splice.click(in: voice.signal) ?? 0 < click
    {
      return limits.warning(splice.mismatch, saying: CheckText.voiceJump.filled(time))
    }
    return limits.check(splice.mismatch) { $0 == .pass ? nil : CheckText.gap.filled(time) }
  }
}

extension SteadinessFraction {
  /// Lowest signal type with an unreliable pitch.
  fileprivate static let unclearType = 3

  /// Computes the steadiness fraction over the windows of the segment; nil for too few windows.
  init?(of analysis: VoiceAnalysis) {
    let voiced = (analysis.voice.spectrum?.frames ?? []).compactMap { frame in
      analysis.overview.median(in: frame.time).map { (frame: frame, pitch: $0) }
    }
    let isClear = (analysis.signalType?.type ?? 1) < Self.unclearType
    self.init(of: voiced.map(\.frame), pitches: isClear ? voiced.map(\.pitch) : [])
  }
}

extension PitchTrack {
  /// Median of the voiced frames between two times; nil without any.
  fileprivate func median(in times: ClosedRange<Double>) -> Double? {
    let first = max(0, Int(((times.lowerBound - firstFrameTime) / timeStep).rounded(.up)))
    let last = min(
      frameCount - 1, Int(((times.upperBound - firstFrameTime) / timeStep).rounded(.down)))
    guard first <= last else { return nil }
    return Statistics.quantile(0.5, of: frequencies[first...last].filter { $0 > 0 })
  }
}
