internal import VoiceMath
public import VoiceTypes

/// Quality checks from header and samples, without pitch; every tier has them.
public enum RecordingQuality {
  /// Duration, sample rate, channels, completeness, level, peak and clipping, in this order.
  public static func firstChecks(of recording: IngestedRecording) -> [QualityCheck] {
    let fullScale = FullScale(recording.encoding, bits: recording.bitsPerSample)
    let samples = recording.signal.samples
    let spread = SampleSpread(of: samples.span)
    let amplitude = Amplitude(samples, spread, fullScale: fullScale)
    let clipping = clipping(
      amplitude, FlatTops(of: samples, spread), RangeOverflow(of: samples, spread))
    return [
      duration(recording.signal.duration),
      sampleRate(recording.signal.sampleRate),
      channels(of: recording),
      completeness(of: recording),
      level(amplitude.rms, louder: recording.louder),
      peak(
        amplitude.peak, isFloat: recording.encoding.isFloat, isClipped: clipping.verdict != .pass),
      clipping,
    ]
  }

  private static func duration(_ duration: Seconds) -> QualityCheck {
    let limits = QualityLimits.duration
    let bounds = (limits.fail + limits.warn).map(\.limit)
    let found = [SentenceParameter.found: Decimal.short(duration.value, distinctFrom: bounds)]
    return limits.check(duration.value) { verdict in
      switch verdict {
      case .pass, .unknown: nil
      case .warn: CheckText.short.filled(found)
      case .fail where duration.value < 1: CheckText.tooShort.filled(found)
      case .fail: CheckText.tooLong.filled(found)
      }
    }
  }

  private static func sampleRate(_ rate: Hertz) -> QualityCheck {
    let found = [SentenceParameter.rate: Decimal.text(rate.value, places: 0)]
    return QualityLimits.sampleRate.check(rate.value) { verdict in
      switch verdict {
      case .pass where rate == QualityLimits.recommendedRate: nil
      case .pass, .unknown: CheckText.ownRate.filled(found)
      case .warn: CheckText.lowRate.filled(found)
      case .fail: CheckText.tooLowRate.filled(found)
      }
    }
  }

  private static func channels(of recording: IngestedRecording) -> QualityCheck {
    let (channel, count) = (recording.channel, recording.channels)
    if recording.headerFaults.isSplitMono {
      return QualityLimits.channels.warning(2, saying: CheckText.splitMono.filled())
    }
    if let block = recording.headerFaults.blockBytes {
      return QualityLimits.channels.warning(
        Double(count),
        saying: CheckText.wrongBlock.filled([
          .bytes: "\(block)", .channels: "\(count)",
          .bits: "\(8 * recording.encoding.bytesPerSample)",
        ]))
    }
    return QualityLimits.channels.check(Double(count)) { verdict in
      guard verdict != .pass else { return nil }
      let text = recording.louder == nil ? CheckText.oneOfSeveral : .louderOfSeveral
      var values: [SentenceParameter: String] = [.channel: "\(channel)", .channels: "\(count)"]
      values[.loudChannel] = recording.louder.map { "\($0.number)" }
      return text.filled(values)
    }
  }

  /// Formats the missing duration in seconds, or in samples below 1 ms.
  private static func lost(_ recording: IngestedRecording) -> String {
    let seconds = recording.missing.value
    let samples = (seconds * recording.signal.sampleRate.value).rounded()
    guard seconds < 0.001 else { return "\(Decimal.text(seconds, places: 4)) s" }
    return samples == 1 ? "1 sample" : "\(Decimal.text(samples, places: 0)) samples"
  }

  private static func completeness(of recording: IngestedRecording) -> QualityCheck {
    let faults = recording.headerFaults
    if recording.missing == 0, faults.trailingAudio > 0 {
      let seconds = Decimal.text(faults.trailingAudio.value, places: 2)
      return QualityLimits.completeness.warning(
        0, saying: CheckText.soundBehind.filled([.found: seconds]))
    }
    if recording.missing == 0, let chunk = faults.chunk {
      return QualityLimits.completeness.warning(
        0, saying: CheckText.misstatedChunk.filled([.chunk: chunk]))
    }
    return QualityLimits.completeness.check(recording.missing.value) { verdict in
      guard verdict == .pass else {
        let text = recording.truncationPolicy == .zeros ? CheckText.zeroedEnd : .lostEnd
        return text.filled([.missing: lost(recording)])
      }
      return recording.promised == nil ? CheckText.lengthNotStated.filled() : nil
    }
  }
}

// MARK: - Checks of the samples

extension RecordingQuality {
  private static func level(_ rms: Double, louder: ChannelSelection?) -> QualityCheck {
    let limits = QualityLimits.level
    let elsewhere = louder.map { [SentenceParameter.loudChannel: "\($0.number)"] }
    guard let decibels = FullScaleLevel.decibels(rms) else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        saying: elsewhere.map { CheckText.channelIsZero.filled($0) } ?? CheckText.allZero.filled())
    }
    return limits.check(decibels) { verdict in
      guard verdict != .pass else { return nil }
      return elsewhere.map { CheckText.channelIsFaint.filled($0) } ?? CheckText.faint.filled()
    }
  }

  private static func peak(_ peak: Double, isFloat: Bool, isClipped: Bool) -> QualityCheck {
    let limits = QualityLimits.peak
    guard let decibels = FullScaleLevel.decibels(peak) else {
      return QualityCheck(
        id: limits.id, verdict: .unknown, value: nil, unit: limits.unit,
        limit: limits.warn.first?.limit, saying: CheckText.noPeak.filled())
    }
    if peak > QualityLimits.largestFullScalePeak {
      return limits.warning(decibels, saying: CheckText.notFullScale.filled())
    }
    if isFloat, peak > 1, !isClipped {
      return QualityCheck(
        id: limits.id, verdict: .pass, value: decibels, unit: limits.unit,
        limit: limits.warn.first?.limit, saying: CheckText.aboveFullScale.filled())
    }
    return limits.check(decibels) { verdict in
      verdict == .pass ? nil : CheckText.closeToFullScale.filled()
    }
  }

  private static func clipping(
    _ amplitude: Amplitude, _ tops: FlatTops, _ overflow: RangeOverflow
  ) -> QualityCheck {
    let limits = QualityLimits.clipping
    let percent = max(tops.percent, amplitude.fullScalePercent)
    let run = max(tops.longestRun, amplitude.longestFullScaleRun)
    var (verdict, limit) = limits.judge(percent)
    if overflow.steps > 0 {
      let found = [SentenceParameter.count: "\(overflow.steps)"]
      return QualityCheck(
        id: limits.id, verdict: .fail, value: overflow.percent, unit: limits.unit, limit: 0,
        saying: CheckText.overflow.filled(found))
    }
    if verdict == .pass, run >= QualityLimits.clippedRun {
      (verdict, limit) = (.warn, limits.warn.first?.limit)
    }
    var values = [SentenceParameter.share: Decimal.short(percent), .run: "\(run)"]
    var text = CheckText.clipping
    if tops.percent > amplitude.fullScalePercent, tops.level < QualityLimits.lowestFullScale,
      let level = FullScaleLevel.decibels(tops.level)
    {
      text = .flatTops
      values[.found] = Decimal.text(-level, places: 1)
    }
    let wording = text.filled(values)
    return QualityCheck(
      id: limits.id, verdict: verdict, value: percent, unit: limits.unit, limit: limit,
      saying: verdict == .pass ? nil : wording)
  }
}
