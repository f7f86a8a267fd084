public import VoiceTypes

/// Input signal of the AVQI: the voiced windows of speech, followed by the end of a sustained
/// vowel. Source: the published AVQI 03.01 script (Maryn & Corthals); Maryn et al. (2010), J Voice
/// 24:540; Barsties & Maryn (2015).
public struct ConcatenatedVoice: Sendable {
  /// Digital silence at the start of the script's signal, in seconds.
  private static let leadIn = 0.001

  /// Maximum duration of the vowel, from its end.
  public static let vowelLimit: Seconds = 3

  /// Minimum duration of the vowel [E].
  public static let leastVowel: Seconds = 0.5

  /// The concatenated signal.
  public let signal: Signal

  /// Duration of the non-silent speech.
  public let soundingSpeech: Seconds

  /// Duration of the voiced windows of the speech.
  public let voicedSpeech: Seconds

  /// Duration of the vowel part.
  public let vowel: Seconds

  /// The non-silent intervals of the speech, in seconds.
  package let soundingIntervals: [ClosedRange<Double>]

  /// The windows of the non-silent speech.
  package let windows: VoicedWindows

  /// Concatenates two recordings of one sample rate.
  /// - Throws: `no_voicing` if no window of the speech is voiced, `too_short`, `low_snr`.
  public init(
    speech: Signal, vowel: Signal, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    precondition(speech.sampleRate == vowel.sampleRate, "speech and vowel have one sample rate")
    guard vowel.duration >= Self.leastVowel else {
      throw .tooShort(needed: Self.leastVowel, found: vowel.duration, of: "sustained vowel")
    }
    let speech = HannStopBand.rumble.apply(to: speech, workspace: &workspace)
    let held = Self.ending(of: HannStopBand.rumble.apply(to: vowel, workspace: &workspace))

    soundingIntervals = try NonsilentIntervals(of: speech, workspace: &workspace).intervals
    let loud = Signal(
      samples: soundingIntervals.flatMap {
        speech.part(from: $0.lowerBound, to: $0.upperBound).signal.samples
      }, sampleRate: speech.sampleRate)
    windows = VoicedWindows(of: loud)
    let kept = windows.kept
    guard !kept.isEmpty else { throw .noVoicedWindow(among: windows.count) }

    let leadIn = Int((Self.leadIn * speech.sampleRate.value + 0.5).rounded(.down))
    let voiced = kept.flatMap { loud.samples[$0.samples] }
    signal = Signal(
      samples: Array(repeating: 0, count: leadIn) + voiced + held.samples,
      sampleRate: speech.sampleRate)
    soundingSpeech = loud.duration
    voicedSpeech = Seconds(Double(voiced.count) * speech.samplePeriod)
    self.vowel = held.duration
  }

  /// The last three seconds, or all of a shorter vowel.
  private static func ending(of vowel: Signal) -> Signal {
    let end = vowel.duration.value
    guard end > vowelLimit.value else { return vowel }
    return vowel.part(from: end - vowelLimit.value, to: end).signal
  }
}

extension Unavailability {
  fileprivate static func noVoicedWindow(among count: Int) -> Unavailability {
    Unavailability(ReasonText.noVoicedWindow, [.count: "\(count)"], needed: 1, found: 0)
  }
}
