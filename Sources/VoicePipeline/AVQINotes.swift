import DSPCore
import VoiceTypes

/// Notes about the recordings of an index.
enum AVQINotes {
  /// Range of voiced speech without a note, in seconds: 3 s of vowel from one third less to half
  /// more [E].
  private static let balancedSpeech = 2.0...4.5

  /// Upper frequency of slope and tilt.
  private static let spectrumEnd: Hertz = 10_000

  static func notes(on chain: ConcatenatedVoice, of vowel: TrimmedVowel) -> [String] {
    [balance(of: chain), trimming(of: vowel), Self.vowel(of: chain), spectrum(of: chain)]
      .compactMap { $0 }
  }

  private static func trimming(of vowel: TrimmedVowel) -> String? {
    guard vowel.leftOut > 0 else { return nil }
    return
      "\(hundredths(vowel.leftOut)) s of silence before and after the vowel were excluded. The "
      + "published script uses the end of the file"
  }

  private static func balance(of chain: ConcatenatedVoice) -> String? {
    let voiced = chain.voicedSpeech.value
    guard !balancedSpeech.contains(voiced) else { return nil }
    let fault = voiced < balancedSpeech.lowerBound ? "short" : "long"
    return "the speech is too \(fault) for the cut-offs: it has \(hundredths(voiced)) s of voiced "
      + "windows. AVQI 03.01 and its cut-offs need about 3 s, as for the vowel"
  }

  private static func vowel(of chain: ConcatenatedVoice) -> String? {
    guard chain.vowel < Seconds(ConcatenatedVoice.vowelLimit.value - chain.signal.samplePeriod)
    else { return nil }
    return "the vowel lasts \(hundredths(chain.vowel.value)) s and was used completely. AVQI "
      + "requires its last \(ConcatenatedVoice.vowelLimit)"
  }

  private static func spectrum(of chain: ConcatenatedVoice) -> String? {
    let nyquist = Hertz(0.5 * chain.signal.sampleRate.value)
    guard nyquist < spectrumEnd else { return nil }
    return
      "slope and tilt are defined up to \(spectrumEnd). The sample rate limits them to \(nyquist)"
  }

  /// Rounds to two decimals.
  private static func hundredths(_ seconds: Double) -> String {
    Seconds((seconds * 100).rounded() / 100).value.description
  }
}
