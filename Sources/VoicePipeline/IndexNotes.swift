import DSPCore
package import VoiceTypes

/// Texts of notes and reasons in one language.
package struct IndexTexts: Sendable {
  /// Language of the texts.
  package let language: Language

  /// Creates the texts of a language.
  package init(language: Language = .english) { self.language = language }

  /// The text `key` with its parameters.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
    TextCatalogue.assessments.filled(key, values, language)
  }

  /// The finding of a check.
  func finding(of check: QualityCheck) -> String {
    wording(of: check.sentence, check.id, .checks)?.message ?? check.findingAndAdvice.finding
  }

  /// The reason for a missing value.
  func text(of reason: Unavailability) -> String {
    wording(of: reason.sentence, reason.code.rawValue, .reasons)?.both ?? reason.message
  }

  private func wording(
    of sentence: Sentence?, _ code: String, _ catalogue: TextCatalogue
  ) -> Wording? {
    (sentence ?? Sentence(id: code, parameters: [:])).text(in: catalogue, language)
  }
}

/// Notes about the recordings of an index.
struct IndexNotes {
  /// Range of voiced speech without a note, in seconds: 3 s of vowel from one third less to half
  /// more [E].
  private static let balancedSpeech = 2.0...4.5

  /// Upper frequency of the spectral parts.
  private static let spectrumEnd: Hertz = 10_000

  let index: ConcatenatedIndex
  let ends: VowelEnds
  let texts: IndexTexts

  func notes(
    on chain: ConcatenatedVoice, of vowel: TrimmedVowel, recordedAt rate: Hertz
  ) -> [String] {
    [balance(of: chain), trimming(of: vowel), self.vowel(of: chain), spectrum(at: rate)]
      .compactMap { $0 }
  }

  private func trimming(of vowel: TrimmedVowel) -> String? {
    guard vowel.silence > 0 else { return nil }
    return texts(
      ends == .ofSound ? "index.silence" : "index.silence_included",
      ["seconds": Self.hundredths(vowel.silence)])
  }

  private func balance(of chain: ConcatenatedVoice) -> String? {
    let voiced = chain.voicedSpeech.value
    guard !Self.balancedSpeech.contains(voiced) else { return nil }
    return texts(
      voiced < Self.balancedSpeech.lowerBound ? "index.short_speech" : "index.long_speech",
      ["seconds": Self.hundredths(voiced), "index": index.name])
  }

  private func vowel(of chain: ConcatenatedVoice) -> String? {
    guard chain.vowel < Seconds(ConcatenatedVoice.vowelLimit.value - chain.signal.samplePeriod)
    else { return nil }
    return texts(
      "index.short_vowel",
      [
        "seconds": Self.hundredths(chain.vowel.value), "index": index.name,
        "needed": "\(ConcatenatedVoice.vowelLimit)",
      ])
  }

  private func spectrum(at rate: Hertz) -> String? {
    let nyquist = Hertz(0.5 * rate.value)
    guard nyquist < Self.spectrumEnd else { return nil }
    return texts(
      "index.sample_rate",
      ["index": index.name, "needed": "\(Self.spectrumEnd)", "found": "\(nyquist)"])
  }

  /// Rounds to two decimals.
  private static func hundredths(_ seconds: Double) -> String {
    Seconds((seconds * 100).rounded() / 100).value.description
  }
}
