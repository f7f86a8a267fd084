// What can be said of a recording once it is known where the voice is: how much of it is voice, and
// what the pauses hold, or, where there is none, what lies between the harmonics.

import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

/// A recording with what is known of the voice in it: what checks are made of.
struct CheckedVoice {
  let recording: IngestedRecording
  let analysis: VoiceAnalysis

  /// Where the voice is; nil when no voiced frame was found.
  let position: VoicePosition?

  /// The sound below the voice in the measured stretch; nil where that is short.
  let low: LowSound?

  init(_ recording: IngestedRecording, _ analysis: VoiceAnalysis, _ space: inout AnalysisWorkspace)
  {
    self.recording = recording
    self.analysis = analysis
    position = VoicePosition(in: analysis.overview)
    low =
      position == nil ? nil : LowSound(of: recording.signal, in: analysis.times, workspace: &space)
  }

  var signal: Signal { recording.signal }
}

extension VoiceAnalysis {
  /// The measured stretch, in seconds.
  var times: ClosedRange<Double> { segment.start.value...segment.end.value }

  /// Where nothing but a held voice is: the measured stretch, and of a recording that is measured whole the
  /// longest sound without its onset and offset, as the pauses beside it are no fault of the voice.
  var heldTimes: ClosedRange<Double> {
    guard segment.rule == .whole else { return times }
    return SteadySegment.heldTimes(in: overview) ?? times
  }
}

extension RecordingQuality {
  /// Bit depth, DC offset, signal-to-noise ratio, mains hum and silence share, in this order. What depends
  /// on a voice is `unknown` where none was found.
  static func soundChecks(
    of voice: CheckedVoice, workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    let pauses = Pauses(of: voice.signal, voice: voice.position)
    return [
      bitDepth(voice.recording),
      dcOffset(voice.signal),
      signalToNoise(voice, pauses: pauses),
      mainsHum(voice, pauses: pauses, workspace: &workspace),
      silenceShare(voice.signal, voice: voice.position),
    ]
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

  private static func silenceShare(_ signal: Signal, voice: VoicePosition?) -> QualityCheck {
    let voiced = voice?.voiced.value ?? 0
    let share = max(0, 100 * (1 - voiced / signal.duration.value))
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
    guard pauses.isLongEnough, pauses.power > 0 else {
      return noiseBetweenHarmonics(
        of: voice, f0: position.f0, pauses.isLongEnough ? .digitalPauses : .noPause)
    }
    let voicePower = Pauses.power(
      of: voice.signal, from: position.start.value, to: position.end.value)
    guard voicePower > pauses.power else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        saying: CheckText.noLouderThanPauses.filled())
    }
    let ratio = (voicePower - pauses.power) / pauses.power
    return limits.check(Level.decibels(ofPowerRatio: ratio)) { verdict in
      verdict == .pass ? nil : CheckText.loudBackground.filled()
    }
  }

  /// Decides where the voice itself can: what is too much for any voice, and what is little enough for
  /// any room.
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
      return limits.unknown(hiding.undecided.filled(values))
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
    if pauses.isLongEnough, pauses.power > 0,
      let pause = LowSound(of: voice.signal, in: pauses.times, workspace: &workspace)
    {
      let power = Pauses.power(
        of: voice.signal, from: position.start.value, to: position.end.value)
      return judge(MainsHum(inPause: pause), of: power, beside: position.f0)
    }
    guard let low = voice.low, let hum = MainsHum(beneath: position.f0, in: low) else {
      return limits.unknown(
        CheckText.coveredHum.filled([.needed: "\(QualityLimits.leastPause)"]))
    }
    return judge(hum, of: low.power, beside: position.f0)
  }

  private static func judge(
    _ hum: MainsHum, of voicePower: Double, beside f0: Hertz
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    guard voicePower > 0, hum.power > 0 else {
      return limits.unknown(CheckText.hiddenHum.filled())
    }
    let level = Level.decibels(ofPowerRatio: hum.power / voicePower)
    var (verdict, limit) = limits.judge(level)
    // A hum that is not strong matters where it can be taken for the voice or one of its harmonics.
    if verdict == .warn, !hum.isNear(f0) { verdict = .pass }
    if verdict != .pass, !hum.isLine {
      return limits.unknown(CheckText.otherLowSounds.filled())
    }
    return QualityCheck(
      id: limits.id, verdict: verdict, value: level, unit: limits.unit, limit: limit,
      saying: verdict == .pass
        ? nil : CheckText.hum.filled([.frequency: Decimal.text(hum.base.value, places: 0)]))
  }
}

/// Why the pauses do not tell of noise, with what is said then.
private enum HiddenNoise {
  case digitalPauses
  case noPause

  /// Nothing else tells of it either.
  var unheard: CheckText { self == .noPause ? .noPause : .digitalPauses }

  /// What lies between the harmonics may be noise.
  var undecided: CheckText { self == .noPause ? .noPauseUndecided : .digitalPausesUndecided }

  /// What lies between the harmonics is little.
  var decided: CheckText { self == .noPause ? .noPauseDecided : .digitalPausesDecided }
}
