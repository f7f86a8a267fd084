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
  /// Duration of the non-silent speech.
  package let soundingSpeech: Seconds
  /// Duration of the voiced windows of the speech.
  package let voicedSpeech: Seconds
  /// Duration of the vowel part.
  package let vowel: Seconds
  /// The non-silent intervals of the speech, in seconds.
  package let soundingIntervals: [ClosedRange<Double>]
  /// The windows of the non-silent speech.
  package let windows: VoicedWindows

  /// Concatenates two recordings; without a rate of the preparation they have one sample rate.
  /// - Throws: `no_voicing` if no window of the speech is voiced, `too_short`, `low_snr`.
  package init(
    speech: Signal, vowel: Signal, by preparation: IndexPreparation,
    workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    guard vowel.duration >= Self.leastVowel else {
      throw .tooShort(needed: Self.leastVowel, found: vowel.duration, of: "sustained vowel")
    }
    let order = speech.order == .ofPraat ? .ofPraat : vowel.order
    let held = preparation.part(of: vowel, as: .vowel, order, workspace: &workspace)
    let speech = preparation.prepared(speech, as: .speech, order, workspace: &workspace).signal
    precondition(speech.sampleRate == held.sampleRate, "speech and vowel have one sample rate")

    soundingIntervals = try NonsilentIntervals(of: speech, workspace: &workspace).intervals
    let loud = Signal(
      samples: soundingIntervals.flatMap {
        speech.part(from: $0.lowerBound, to: $0.upperBound).signal.samples
      }, sampleRate: speech.sampleRate)
    windows = VoicedWindows(of: loud)
    guard !windows.kept.isEmpty else {
      throw Unavailability(
        ReasonText.noVoicedWindow, [.count: "\(windows.count)"], needed: 1, found: 0)
    }
    let leadIn = Int((Self.leadIn * speech.sampleRate.value + 0.5).rounded(.down))
    let voiced = windows.kept.flatMap { loud.samples[$0.samples] }
    signal = Signal(
      samples: Array(repeating: 0, count: leadIn) + voiced + held.samples,
      sampleRate: speech.sampleRate)
    soundingSpeech = loud.duration
    voicedSpeech = Seconds(Double(voiced.count) * speech.samplePeriod)
    self.vowel = held.duration
  }
}

extension IndexPreparation {
  /// Resamples and high-passes a recording; the time of the first sample has the rounding of Praat.
  fileprivate func prepared(
    _ recording: Signal, as role: IndexRole, _ order: OperationOrder,
    workspace: inout AnalysisWorkspace
  ) -> (signal: Signal, grid: SampleGrid) {
    var (signal, grid) = (recording, SampleGrid(of: recording))
    if let rate, rate != recording.sampleRate {
      let resampled = Resampling.resample(recording, to: rate, order, workspace: &workspace)
      (signal, grid) = (Signal(samples: resampled.samples, sampleRate: rate), resampled.grid)
    }
    guard highPassed.contains(role) else { return (signal, grid) }
    return (HannStopBand.rumble.apply(to: signal, order, workspace: &workspace), grid)
  }

  /// The last or the middle three seconds of a prepared vowel, or all of a shorter one.
  fileprivate func part(
    of vowel: Signal, as role: IndexRole, _ order: OperationOrder,
    workspace: inout AnalysisWorkspace
  ) -> Signal {
    let (signal, grid) = prepared(vowel, as: role, order, workspace: &workspace)
    let (length, end) = (ConcatenatedVoice.vowelLimit.value, vowel.duration.value)
    guard end > length else { return signal }
    let range =
      switch vowelPart {
      case .last: grid.indices(from: end - length, to: end)
      case .middle: grid.indices(from: 0.5 * end - 0.5 * length, to: 0.5 * end + 0.5 * length)
      }
    return Signal(samples: Array(signal.samples[range]), sampleRate: signal.sampleRate)
  }
}
