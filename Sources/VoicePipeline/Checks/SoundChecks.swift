import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

/// Recording with its voice analysis, the input of the checks.
struct CheckedVoice {
  let recording: IngestedRecording
  let analysis: VoiceAnalysis

  /// Position of the voice; nil without a voiced frame.
  let position: VoicePosition?

  /// Power of the sustained voice in the band of noise.
  let power: Double

  /// Low-frequency spectrum of the segment; nil for a short segment.
  let low: LowFrequencySpectrum?

  init(_ recording: IngestedRecording, _ analysis: VoiceAnalysis, _ space: inout AnalysisWorkspace)
  {
    self.recording = recording
    self.analysis = analysis
    position = VoicePosition(in: analysis.overview, held: analysis.heldTimes)
    power = NoiseBand.power(of: recording.signal, in: analysis.heldTimes)
    low =
      position == nil
      ? nil : LowFrequencySpectrum(of: recording.signal, in: analysis.times, workspace: &space)
  }

  var signal: Signal { recording.signal }
}

extension VoiceAnalysis {
  /// Analysed segment in seconds.
  var times: ClosedRange<Double> { segment.start.value...segment.end.value }

  /// Sustained sound without onset and offset in seconds; the segment if it is no part of one.
  var vowelTimes: ClosedRange<Double> { voice.vowelTimes ?? times }

  /// Span of the sustained voice: the segment or, for a whole recording, its longest sound without
  /// onset and offset.
  var heldTimes: ClosedRange<Double> {
    guard segment.rule == .whole else { return times }
    return SteadySegment.heldTimes(in: overview) ?? times
  }
}

extension RecordingQuality {
  /// Runs the checks of bit depth and DC offset, in this order.
  static func sampleChecks(of recording: IngestedRecording) -> [QualityCheck] {
    [bitDepth(recording), dcOffset(recording.signal)]
  }

  /// Runs the checks of signal-to-noise ratio, mains hum and silence share, in this order. Checks
  /// of a voice are `unknown` without voicing.
  static func soundChecks(
    of voice: CheckedVoice, workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    let pauses = Pauses(of: voice.signal, voice: voice.position, voicePower: voice.power)
    return [
      signalToNoise(voice, pauses: pauses),
      mainsHum(voice, pauses: pauses, workspace: &workspace),
      silenceShare(voice),
    ]
  }

  /// Returns the checks, with another advice for a peak outside the vowel: a lower input level would
  /// make the vowel softer.
  static func placingPeak(of checks: [QualityCheck], in voice: CheckedVoice) -> [QualityCheck] {
    let times = voice.analysis.vowelTimes
    let places = [times.lowerBound, times.upperBound].map {
      min(Int($0 * voice.signal.sampleRate.value), voice.signal.samples.count)
    }
    let peak = voice.signal.samples[places[0]..<places[1]].reduce(0) { max($0, $1.magnitude) }
    let limits = QualityLimits.peak
    guard voice.position != nil, let decibels = FullScaleLevel.decibels(peak),
      limits.judge(decibels).verdict == .pass
    else { return checks }
    return checks.map { check in
      // The other findings about a peak have a sentence id.
      guard check.check == limits.id, check.verdict == .warn, check.sentence == nil,
        let value = check.value
      else { return check }
      return limits.warning(value, saying: CheckText.peakOutsideVowel.filled())
    }
  }

  private static func bitDepth(_ recording: IngestedRecording) -> QualityCheck {
    QualityLimits.bitDepth.check(Double(recording.bitsPerSample)) { verdict in
      verdict == .pass ? nil : CheckText.fewBits.filled([.bits: "\(recording.bitsPerSample)"])
    }
  }

  private static func dcOffset(_ signal: Signal) -> QualityCheck {
    let mean = Rows.sum(of: signal.samples.span) / Double(signal.samples.count)
    return QualityLimits.dcOffset.check(100 * mean.magnitude) { verdict in
      verdict == .pass ? nil : CheckText.offCentre.filled()
    }
  }

  private static func silenceShare(_ voice: CheckedVoice) -> QualityCheck {
    guard voice.analysis.stress?.voiced == nil else {
      return QualityLimits.silenceShare.unknown(CheckText.voiceOutsidePitchRange.filled())
    }
    let voiced = voice.position?.voiced.value ?? 0
    let share = max(0, 100 * (1 - voiced / voice.signal.duration.value))
    return QualityLimits.silenceShare.check(share) { verdict in
      verdict == .pass ? nil : CheckText.mostlySilent.filled()
    }
  }
}

// MARK: - Noise

extension RecordingQuality {
  private static func signalToNoise(_ voice: CheckedVoice, pauses: Pauses) -> QualityCheck {
    let limits = QualityLimits.signalToNoise
    guard let position = voice.position else {
      return limits.unknown(CheckText.noVoiceForNoise.filled())
    }
    guard let noise = pauses.noise, noise > 0 else {
      return noiseBetweenHarmonics(
        of: voice, f0: position.f0, pauses.isLongEnough ? .digitalPauses : .noPause)
    }
    guard voice.power > noise else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        saying: CheckText.noLouderThanPauses.filled())
    }
    let ratio = (voice.power - noise) / noise
    return limits.check(Level.decibels(ofPowerRatio: ratio)) { verdict in
      verdict == .pass ? nil : CheckText.loudBackground.filled()
    }
  }

  /// Estimates noise between the harmonics. It decides only for noise above that of any voice or
  /// below that of any room. Between the two, more noise than in most voices warns with its bound.
  private static func noiseBetweenHarmonics(
    of voice: CheckedVoice, f0: Hertz, _ hiding: HiddenNoise
  ) -> QualityCheck {
    let limits = QualityLimits.signalToNoiseOfVoice
    var values: [SentenceParameter: String] = [:]
    if hiding == .noPause { values[.needed] = "\(QualityLimits.leastPause)" }
    guard let spectrum = voice.analysis.voice.spectrum,
      let end = voice.analysis.voice.bandwidth?.end,
      let noise = NoiseBetweenHarmonics(in: spectrum, f0: f0, upTo: end)
    else { return limits.unknown(hiding.unheard.filled(values)) }
    if let most = noise.most, limits.judge(most.value).verdict != .pass {
      return limits.check(most.value) { _ in CheckText.noiseUnderVoice.filled() }
    }
    guard limits.judge(noise.least.value).verdict == .pass else {
      values[.found] = Decimal.text(noise.least.value, places: 1)
      let wording = hiding.undecided.filled(values)
      return noise.least < QualityLimits.leastUndecidedRatio
        ? limits.warning(noise.least.value, saying: wording) : limits.unknown(wording)
    }
    return limits.check(noise.least.value) { _ in hiding.decided.filled(values) }
  }

  private static func mainsHum(
    _ voice: CheckedVoice, pauses: Pauses, workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    guard let position = voice.position else {
      return limits.unknown(CheckText.noVoiceForHum.filled())
    }
    let silences = pauses.lowSpectra(of: voice.signal, workspace: &workspace)
    if let hum = MainsHum(inPauses: silences) {
      return judge(hum, of: voice.power, near: position.f0, voice.analysis.voice.settings)
    }
    guard let low = voice.low, let hum = MainsHum(beneath: position.f0, in: low) else {
      return limits.unknown(
        CheckText.coveredHum.filled([.needed: "\(QualityLimits.leastPause)"]))
    }
    return judge(hum, of: low.power, near: position.f0, voice.analysis.voice.settings)
  }

  /// Level of a hum, in decibels relative to the voice, from which shimmer leaves its interval at
  /// any F0 [E]; at −30 dB it does in 64 % of recordings.
  private static let weakHum = -35.0

  private static func judge(
    _ hum: MainsHum, of voicePower: Double, near f0: Hertz, _ settings: AnalysisSettings
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    func level(_ power: Double) -> Double { Level.decibels(ofPowerRatio: power / voicePower) }
    guard voicePower > 0, hum.power() > 0 else {
      return limits.unknown(CheckText.hiddenHum.filled())
    }
    let found = level(hum.power())
    var (verdict, limit) = limits.judge(found)
    // A weak hum matters only if it is near the voice or one of its harmonics.
    if verdict == .warn, found <= weakHum, !hum.isNear(f0) { verdict = .pass }
    // Amplitudes and harmonicity exclude the lines below the voice.
    let filter = settings.removesLowSound ? VoiceHighPass(f0: f0) : nil
    if verdict == .fail, limits.judge(level(hum.power(after: filter))).verdict != .fail {
      (verdict, limit) = (.warn, limits.warn.first?.limit)
    }
    if verdict != .pass, !hum.isLine {
      let values = [SentenceParameter.found: Decimal.text(-found, places: 1)]
      return verdict == .fail
        ? limits.warning(found, saying: CheckText.lowSounds.filled(values))
        : limits.unknown(CheckText.otherLowSounds.filled(values))
    }
    return QualityCheck(
      id: limits.id, verdict: verdict, value: found, unit: limits.unit, limit: limit,
      saying: verdict == .pass
        ? nil : CheckText.hum.filled([.frequency: Decimal.text(hum.base.value, places: 0)]))
  }
}

/// Reason why pauses contain no measurable noise, with the texts for each result.
private enum HiddenNoise {
  case digitalPauses
  case noPause

  /// Text for a failed estimate between the harmonics.
  var unheard: CheckText { self == .noPause ? .noPause : .digitalPauses }

  /// Text for an undecided estimate between the harmonics.
  var undecided: CheckText { self == .noPause ? .noPauseUndecided : .digitalPausesUndecided }

  /// Text for little noise between the harmonics.
  var decided: CheckText { self == .noPause ? .noPauseDecided : .digitalPausesDecided }
}
