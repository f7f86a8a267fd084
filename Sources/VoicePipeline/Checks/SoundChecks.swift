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
      guard verdict != .pass else { return nil }
      return "\(recording.bitsPerSample) bits a sample add noise of their own; record with 16 bits "
        + "or more"
    }
  }

  private static func dcOffset(_ signal: Signal) -> QualityCheck {
    let mean = signal.samples.reduce(0) { $0 + $1 / Double(signal.samples.count) }
    return QualityLimits.dcOffset.check(100 * mean.magnitude) { verdict in
      guard verdict != .pass else { return nil }
      return "the samples are not centred on zero, which the measures allow for; have the input "
        + "device looked at"
    }
  }

  private static func silenceShare(_ signal: Signal, voice: VoicePosition?) -> QualityCheck {
    let voiced = voice?.voiced.value ?? 0
    let share = max(0, 100 * (1 - voiced / signal.duration.value))
    return QualityLimits.silenceShare.check(share) { verdict in
      guard verdict != .pass else { return nil }
      return "most of the recording holds no voice; hold the vowel for longer"
    }
  }
}

// MARK: - Noise

extension RecordingQuality {
  private static func signalToNoise(_ voice: CheckedVoice, pauses: Pauses) -> QualityCheck {
    let limits = QualityLimits.signalToNoise
    guard let position = voice.position else {
      return limits.unknown("no voice was found to compare the pauses with")
    }
    guard pauses.isLongEnough, pauses.power > 0 else {
      return noiseBetweenHarmonics(
        of: voice, f0: position.f0,
        because: pauses.isLongEnough
          ? "the pauses are digital silence, which hides the noise"
          : "there is no pause of \(QualityLimits.leastPause) to hear the noise in",
        advice: pauses.isLongEnough
          ? "turn noise suppression off" : "leave a second of silence before the vowel")
    }
    let voicePower = Pauses.power(
      of: voice.signal, from: position.start.value, to: position.end.value)
    guard voicePower > pauses.power else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        message: "the voice is no louder than the pauses; find a quieter place")
    }
    let ratio = (voicePower - pauses.power) / pauses.power
    return limits.check(Level.decibels(ofPowerRatio: ratio)) { verdict in
      guard verdict != .pass else { return nil }
      return "the background is loud; find a quieter place or move closer to the microphone"
    }
  }

  /// Decides where the voice itself can: what is too much for any voice, and what is little enough for
  /// any room.
  private static func noiseBetweenHarmonics(
    of voice: CheckedVoice, f0: Hertz, because reason: String, advice: String
  ) -> QualityCheck {
    let limits = QualityLimits.signalToNoiseOfVoice
    guard let spectrum = voice.analysis.voice.spectrum,
      let end = voice.analysis.voice.bandwidth?.end,
      let noise = NoiseBetweenHarmonics(in: spectrum, f0: f0, upTo: end)
    else { return limits.unknown("\(reason); \(advice)") }
    if let most = noise.most, limits.judge(most.value).verdict != .pass {
      return limits.check(most.value) { _ in
        "a noise as level as no voice has lies beneath the voice; find a quieter place, move closer "
          + "to the microphone or raise the input level"
      }
    }
    let least = Decimal.text(noise.least.value, places: 1)
    guard limits.judge(noise.least.value).verdict == .pass else {
      return limits.unknown(
        "\(reason); what lies between the harmonics is \(least) dB below the voice, and can be of "
          + "the room or of the voice; \(advice)")
    }
    return limits.check(noise.least.value) { _ in
      "\(reason); between the harmonics lies at most this much of it"
    }
  }

  private static func mainsHum(
    _ voice: CheckedVoice, pauses: Pauses, workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    guard let position = voice.position else {
      return limits.unknown("no voice was found to compare a hum with")
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
        "there is no pause of \(QualityLimits.leastPause) to hear a hum in, and the voice covers it"
      )
    }
    return judge(hum, of: low.power, beside: position.f0)
  }

  private static func judge(
    _ hum: MainsHum, of voicePower: Double, beside f0: Hertz
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    guard voicePower > 0, hum.power > 0 else {
      return limits.unknown("there is digital silence, which hides a hum")
    }
    let level = Level.decibels(ofPowerRatio: hum.power / voicePower)
    var (verdict, limit) = limits.judge(level)
    // A hum that is not strong matters where it can be taken for the voice or one of its harmonics.
    if verdict == .warn, !hum.isNear(f0) { verdict = .pass }
    if verdict != .pass, !hum.isLine {
      return limits.unknown("other low sounds would cover a hum; record away from machines")
    }
    return QualityCheck(
      id: limits.id, verdict: verdict, value: level, unit: limits.unit, limit: limit,
      message: verdict == .pass
        ? nil
        : "mains hum at \(Decimal.text(hum.base.value, places: 0)) Hz lies close to the "
          + "voice; move away from power supplies, or record on battery")
  }
}
