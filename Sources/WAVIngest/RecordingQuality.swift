// What can be said of a recording from its samples and its header alone, before any pitch is known.
//
// These checks describe the recording, not the voice in it, and each says what to do.

internal import VoiceMath
public import VoiceTypes

/// The checks that every recording gets, whatever the tier.
public enum RecordingQuality {
  /// Duration, sample rate, channels, completeness, level, peak and clipping, in this order.
  public static func firstChecks(of recording: IngestedRecording) -> [QualityCheck] {
    let fullScale = FullScale(recording.encoding, bits: recording.bitsPerSample)
    let amplitude = Amplitude(recording.signal.samples, fullScale: fullScale)
    return [
      duration(recording.signal.duration),
      sampleRate(recording.signal.sampleRate),
      channels(of: recording),
      completeness(of: recording),
      level(amplitude.rms, louder: recording.louder),
      peak(amplitude.peak),
      clipping(amplitude),
    ]
  }

  private static func duration(_ duration: Seconds) -> QualityCheck {
    let found = "the recording lasts \(Decimal.text(duration.value, places: 4)) s"
    return QualityLimits.duration.check(duration.value) { verdict in
      switch verdict {
      case .pass, .unknown: nil
      case .warn: "\(found); hold the vowel for 2 s or longer"
      case .fail where duration.value < 1: "\(found), too short; hold the vowel for 2 s or longer"
      case .fail: "\(found), too long; cut out one held vowel of 2 to 10 s"
      }
    }
  }

  private static func sampleRate(_ rate: Hertz) -> QualityCheck {
    let found = "measured at \(Decimal.text(rate.value, places: 0)) Hz, its own rate, "
    return QualityLimits.sampleRate.check(rate.value) { verdict in
      switch verdict {
      case .pass where rate == QualityLimits.recommendedRate: nil
      case .pass, .unknown: found + "not resampled; record with 44100 Hz to compare like with like"
      case .warn: found + "too low for perturbation measures; record with 44100 Hz"
      case .fail: found + "too low; record with 44100 Hz, as resampling adds nothing"
      }
    }
  }

  private static func channels(of recording: IngestedRecording) -> QualityCheck {
    let (channel, count) = (recording.channel, recording.channels)
    return QualityLimits.channels.check(Double(count)) { verdict in
      guard verdict != .pass else { return nil }
      let measured = "only channel \(channel) of \(count) was measured, never a mix; "
      return measured
        + (recording.louder.map { "channel \($0.number) is much louder: \($0.advice)" }
          ?? "record in mono, or choose the channel of the voice with --channel")
    }
  }

  /// A lost end in seconds, or in samples where there are few.
  private static func lost(_ recording: IngestedRecording) -> String {
    let seconds = recording.missing.value
    let samples = (seconds * recording.signal.sampleRate.value).rounded()
    return seconds < 0.001
      ? "\(Decimal.text(samples, places: 0)) samples" : "\(Decimal.text(seconds, places: 4)) s"
  }

  private static func completeness(of recording: IngestedRecording) -> QualityCheck {
    QualityLimits.completeness.check(recording.missing.value) { verdict in
      guard verdict == .pass else {
        let rule =
          recording.lostEnd == .zeros ? " and were taken as zeros, as Praat takes them" : ""
        return "\(lost(recording)) of the promised audio are missing at the end\(rule); copy the "
          + "file again"
      }
      guard recording.promised == nil else { return nil }
      return "the header states no length, so a lost end would not be noticed; check that the "
        + "recording is as long as it should be"
    }
  }
}

// MARK: - Checks of the samples

extension RecordingQuality {
  private static func level(_ rms: Double, louder: LouderChannel?) -> QualityCheck {
    let limits = QualityLimits.level
    let elsewhere = louder.map { "but channel \($0.number) is not: \($0.advice)" }
    guard let decibels = FullScaleLevel.decibels(rms) else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        message: elsewhere.map { "every sample is zero, \($0)" }
          ?? "every sample is zero; check that the microphone is connected and not muted")
    }
    return limits.check(decibels) { verdict in
      guard verdict != .pass else { return nil }
      return elsewhere.map { "the channel is faint, \($0)" }
        ?? "the recording is faint; move closer to the microphone or raise the input level"
    }
  }

  private static func peak(_ peak: Double) -> QualityCheck {
    let limits = QualityLimits.peak
    guard let decibels = FullScaleLevel.decibels(peak) else {
      return QualityCheck(
        id: limits.id, verdict: .unknown, value: nil, unit: limits.unit,
        limit: limits.warn.first?.limit, message: "every sample is zero, so there is no peak")
    }
    return limits.check(decibels) { verdict in
      guard verdict != .pass else { return nil }
      return "the recording comes close to full scale; lower the input level and record again"
    }
  }

  private static func clipping(_ amplitude: Amplitude) -> QualityCheck {
    let limits = QualityLimits.clipping
    let percent = amplitude.fullScalePercent
    let run = amplitude.longestFullScaleRun
    var (verdict, limit) = limits.judge(percent)
    if verdict == .pass, run >= QualityLimits.clippedRun {
      (verdict, limit) = (.warn, limits.warn.first?.limit)
    }
    let words = Decimal.text(percent, places: 4)
    let message =
      "\(words) % of the samples are at full scale, up to \(run) in a row; lower the input level "
      + "and record again"
    return QualityCheck(
      id: limits.id, verdict: verdict, value: percent, unit: limits.unit, limit: limit,
      message: verdict == .pass ? nil : message)
  }
}
