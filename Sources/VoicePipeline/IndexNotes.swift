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

/// Notes about the recordings of an index.
struct IndexNotes {
  /// Range of voiced speech without a note, in seconds: 3 s of vowel from one third less to half
  /// more [E].
  private static let balancedSpeech = 2.0...4.5

  /// Upper frequency of the spectral parts.
  private static let spectrumEnd: Hertz = 10_000

  let index: ConcatenatedIndex
  let chain: ConcatenatedVoice
  let vowel: TrimmedVowel
  let ends: VowelEnds

  /// The lower sample rate of both recordings.
  let rate: Hertz

  let texts: Language

  /// Sentences without a full stop, one per note.
  var sentences: [String] {
    let voiced = chain.voicedSpeech.value
    let nyquist = Hertz(0.5 * rate.value)
    let wholeVowel = ConcatenatedVoice.vowelLimit.value - chain.signal.samplePeriod
    let notes: [(applies: Bool, key: String, values: [String: String])] = [
      (voiced < Self.balancedSpeech.lowerBound, "index.short_speech", seconds(voiced)),
      (voiced > Self.balancedSpeech.upperBound, "index.long_speech", seconds(voiced)),
      (
        vowel.silence > 0, ends == .ofSound ? "index.silence" : "index.silence_included",
        seconds(vowel.silence)
      ),
      (
        chain.vowel.value < wholeVowel, "index.short_vowel",
        seconds(chain.vowel.value).merging(
          ["needed": "\(ConcatenatedVoice.vowelLimit)"]) { $1 }
      ),
      (
        nyquist < Self.spectrumEnd, "index.sample_rate",
        ["index": index.name, "needed": "\(Self.spectrumEnd)", "found": "\(nyquist)"]
      ),
    ]
    return notes.filter(\.applies).map { texts.text($0.key, $0.values) }
  }

  /// A duration, rounded to two decimals.
  private func seconds(_ seconds: Double) -> [String: String] {
    ["index": index.name, "seconds": Seconds((seconds * 100).rounded() / 100).value.description]
  }
}
