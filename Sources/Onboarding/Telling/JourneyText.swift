// The sentences of journeys that no baseline came of.

internal import VoiceTypes

/// Why a round of recordings makes no baseline, before anything could be made of it.
package enum JourneyText: String, SentenceTable {
  case noUsableVowel = "no_usable_vowel"

  package var template: String {
    switch self {
    case .noUsableVowel: "none of the vowels could be used"
    }
  }

  package var advice: String? {
    switch self {
    case .noUsableVowel: "record a vowel again, in a quiet room and close to the microphone"
    }
  }
}
