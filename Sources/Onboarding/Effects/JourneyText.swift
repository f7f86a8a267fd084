package import VoiceTypes

/// Messages for a round that gives no baseline.
package enum JourneyText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case noUsableVowel = "no_usable_vowel"
}
