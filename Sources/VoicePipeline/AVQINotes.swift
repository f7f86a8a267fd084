import DSPCore
import VoiceTypes

/// Notes about the recordings of an index.
enum AVQINotes {
  /// Range of voiced speech without a note, in seconds: 3 s of vowel from one third less to half
  /// more [E].
  private static let balancedSpeech = 2.0...4.5

  /// Upper frequency of slope and tilt.
  private static let spectrumEnd: Hertz = 10_000

  private static let texts = TextCatalogue.assessments

  static func notes(on chain: ConcatenatedVoice, of vowel: TrimmedVowel) -> [String] {
    [balance(of: chain), trimming(of: vowel), Self.vowel(of: chain), spectrum(of: chain)]
      .compactMap { $0 }
  }

  private static func trimming(of vowel: TrimmedVowel) -> String? {
    guard vowel.leftOut > 0 else { return nil }
    return texts.filled("avqi.silence", ["seconds": hundredths(vowel.leftOut)])
  }

  private static func balance(of chain: ConcatenatedVoice) -> String? {
    let voiced = chain.voicedSpeech.value
    guard !balancedSpeech.contains(voiced) else { return nil }
    return texts.filled(
      voiced < balancedSpeech.lowerBound ? "avqi.short_speech" : "avqi.long_speech",
      ["seconds": hundredths(voiced)])
  }

  private static func vowel(of chain: ConcatenatedVoice) -> String? {
    guard chain.vowel < Seconds(ConcatenatedVoice.vowelLimit.value - chain.signal.samplePeriod)
    else { return nil }
    return texts.filled(
      "avqi.short_vowel",
      [
        "seconds": hundredths(chain.vowel.value), "needed": "\(ConcatenatedVoice.vowelLimit)",
      ])
  }

  private static func spectrum(of chain: ConcatenatedVoice) -> String? {
    let nyquist = Hertz(0.5 * chain.signal.sampleRate.value)
    guard nyquist < spectrumEnd else { return nil }
    return texts.filled(
      "avqi.sample_rate", ["needed": "\(spectrumEnd)", "found": "\(nyquist)"])
  }

  /// Rounds to two decimals.
  private static func hundredths(_ seconds: Double) -> String {
    Seconds((seconds * 100).rounded() / 100).value.description
  }
}
