import DSPCore
import VoiceTypes

extension Language {
  /// Text about an index, filled with values.
  func text(_ key: String, _ values: [String: String] = [:]) -> String {
    TextCatalogue.assessments.filled(key, values, self)
  }

  /// Sentence of a check or a reason, in the language; nil without one.
  func wording(
    of sentence: Sentence?, _ code: String, _ catalogue: TextCatalogue
  ) -> Wording? {
    (sentence ?? Sentence(id: code, parameters: [:])).text(in: catalogue, self)
  }
}

extension IndexPipeline {
  /// Range of voiced speech without a note, in seconds: 3 s of vowel from one third less to half
  /// more [E].
  private static let balancedSpeech = 2.0...4.5

  /// Upper frequency of the spectral parts.
  private static let spectrumEnd: Hertz = 10_000

  /// Notes about a pair with the lower sample rate `rate`: sentences without a full stop, with
  /// durations of two decimals.
  func notes(on chain: ConcatenatedVoice, _ vowel: TrimmedVowel, rate: Hertz) -> [String] {
    let (speech, held) = (chain.used.voicedSpeech.value, chain.used.vowel.value)
    let (nyquist, limit) = (Hertz(0.5 * rate.value), ConcatenatedVoice.vowelLimit)
    let silence = ends == .ofSound ? "index.silence" : "index.silence_included"
    let notes: [(applies: Bool, key: String, seconds: Double, needed: String)] = [
      (speech < Self.balancedSpeech.lowerBound, "index.short_speech", speech, ""),
      (speech > Self.balancedSpeech.upperBound, "index.long_speech", speech, ""),
      (vowel.silence > 0, silence, vowel.silence, ""),
      (held < limit.value - chain.signal.samplePeriod, "index.short_vowel", held, "\(limit)"),
      (nyquist < Self.spectrumEnd, "index.sample_rate", 0, "\(Self.spectrumEnd)"),
    ]
    return notes.filter(\.applies).map { note in
      let seconds = Seconds((note.seconds * 100).rounded() / 100).value.description
      let values = ["index": index.name, "seconds": seconds, "needed": note.needed]
      return texts.text(note.key, values.merging(["found": "\(nyquist)"]) { $1 })
    }
  }
}
