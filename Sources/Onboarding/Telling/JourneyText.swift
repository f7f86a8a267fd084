// The sentences of journeys that no baseline came of.

internal import VoiceTypes

/// Why a round of recordings makes no baseline, before anything could be made of it.
package enum JourneyText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case noUsableVowel = "no_usable_vowel"
}
