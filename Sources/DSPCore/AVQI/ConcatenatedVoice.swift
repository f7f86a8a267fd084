// The sound that the Acoustic Voice Quality Index is measured on: the voiced windows of speech, and
// behind them the end of a held vowel.
// Source: the published AVQI 03.01 script (Maryn & Corthals); Maryn et al. (2010), J Voice 24:540;
// Barsties & Maryn (2015).

public import VoiceTypes

/// Voiced speech and vowel in one sound, and how much of each there is.
public struct ConcatenatedVoice: Sendable {
  /// The script begins its chain with this much digital silence, in seconds.
  private static let leadIn = 0.001

  /// As much of the end of the vowel is taken, at most.
  public static let vowelLimit: Seconds = 3

  /// A shorter vowel is not measured [E].
  public static let leastVowel: Seconds = 0.5

  /// The sound.
  public let signal: Signal

  /// Duration of the speech that is not silence.
  public let soundingSpeech: Seconds

  /// Duration of the voiced windows of the speech.
  public let voicedSpeech: Seconds

  /// Duration of what was taken of the vowel.
  public let vowel: Seconds

  /// The stretches of the speech that are not silence, in seconds.
  package let soundingIntervals: [ClosedRange<Double>]

  /// The windows that these were cut into.
  package let windows: VoicedWindows

  /// Joins two recordings of one sample rate.
  /// - Throws: `no_voicing` when no window of the speech is voiced, `too_short`, `low_snr`.
  public init(
    speech: Signal, vowel: Signal, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    precondition(speech.sampleRate == vowel.sampleRate, "a sound has one sample rate")
    guard vowel.duration >= Self.leastVowel else {
      throw .tooShort(needed: Self.leastVowel, found: vowel.duration, of: "held vowel")
    }
    let speech = HannStopBand.rumble.apply(to: speech, workspace: &workspace)
    let held = Self.ending(of: HannStopBand.rumble.apply(to: vowel, workspace: &workspace))

    soundingIntervals = try SoundingStretches(of: speech, workspace: &workspace).intervals
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
