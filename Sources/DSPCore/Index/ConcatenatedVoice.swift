package import VoiceTypes

/// Input signal of a concatenated index: the voiced windows of speech, followed by 3 s of a sustained
/// vowel. Source: the published AVQI 03.01 script (Maryn & Corthals); Maryn et al. (2010), J Voice
/// 24:540; Barsties & Maryn (2015).
package struct ConcatenatedVoice: Sendable {
  /// Digital silence at the start of the script's signal, in seconds.
  private static let leadIn = 0.001
  /// Maximum duration of the vowel.
  package static let vowelLimit: Seconds = 3
  /// Minimum duration of the vowel [E].
  private static let leastVowel: Seconds = 0.5

  package let signal: Signal
  /// Durations of the parts, without the span of the vowel.
  package let used: IndexDurations
  /// The non-silent intervals of the speech, in seconds.
  package let soundingIntervals: [ClosedRange<Double>]
  /// The windows of the non-silent speech.
  package let windows: VoicedWindows

  /// Concatenates two recordings; for an index without a rate they have one sample rate.
  /// - Throws: `no_voicing` if no window of the speech is voiced, `too_short`, `low_snr`.
  package init(
    speech: Signal, vowel: Signal, for index: ConcatenatedIndex,
    workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    guard vowel.duration >= Self.leastVowel else {
      throw .tooShort(needed: Self.leastVowel, found: vowel.duration, of: "sustained vowel")
    }
    let order = speech.order == .ofPraat ? .ofPraat : vowel.order
    let held = index.prepared(vowel, as: .vowel, order, workspace: &workspace)
    let speech = index.prepared(speech, as: .speech, order, workspace: &workspace)
    precondition(speech.sampleRate == held.sampleRate, "speech and vowel have one sample rate")

    soundingIntervals = try NonsilentIntervals(of: speech, workspace: &workspace).intervals
    let loud = Signal(
      samples: soundingIntervals.flatMap {
        speech.part(from: $0.lowerBound, to: $0.upperBound).signal.samples
      }, sampleRate: speech.sampleRate)
    windows = VoicedWindows(of: loud)
    let voiced = windows.kept.flatMap { loud.samples[$0.samples] }
    guard !voiced.isEmpty else {
      throw Unavailability(
        ReasonText.noVoicedWindow, [.count: "\(windows.count)"], needed: 1, found: 0)
    }
    let leadIn = Int((Self.leadIn * speech.sampleRate.value + 0.5).rounded(.down))
    signal = Signal(
      samples: Array(repeating: 0, count: leadIn) + voiced + held.samples,
      sampleRate: speech.sampleRate)
    used = IndexDurations(
      speech: loud.duration,
      voiced: Seconds(Double(voiced.count) * speech.samplePeriod), vowel: held.duration)
  }
}

extension ConcatenatedIndex {
  /// Resamples and high-passes a recording. Of a long vowel, it returns the last or the middle three
  /// seconds.
  fileprivate func prepared(
    _ recording: Signal, as role: IndexRole, _ order: OperationOrder,
    workspace: inout AnalysisWorkspace
  ) -> Signal {
    var (signal, grid) = (recording, SampleGrid(of: recording))
    if let rate, rate != recording.sampleRate {
      let resampled = Resampling.resample(recording, to: rate, order, workspace: &workspace)
      // The time of the first sample has the rounding of Praat.
      (signal, grid) = (Signal(samples: resampled.samples, sampleRate: rate), resampled.grid)
    }
    if highPassed.contains(role) {
      signal = HannStopBand.rumble.apply(to: signal, order, workspace: &workspace)
    }
    let (length, end) = (ConcatenatedVoice.vowelLimit.value, recording.duration.value)
    guard role == .vowel, end > length else { return signal }
    let range =
      switch vowelPart {
      case .last: grid.indices(from: end - length, to: end)
      case .middle: grid.indices(from: 0.5 * end - 0.5 * length, to: 0.5 * end + 0.5 * length)
      }
    return Signal(samples: Array(signal.samples[range]), sampleRate: signal.sampleRate)
  }
}
