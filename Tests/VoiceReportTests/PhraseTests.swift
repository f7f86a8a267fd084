import TestSupport
import Testing
import VoiceReport

@Suite struct PhraseTests {
  private func places(in text: String) -> Set<String> {
    Set(text.matches(of: /\{\d\}/).map { String($0.output) })
  }

  @Test(arguments: Phrase.allCases)
  func `every language has every text, with the same places to fill in`(phrase: Phrase) throws {
    for language in Language.allCases {
      let pattern = language.pattern(of: phrase)
      #expect(!pattern.isEmpty)
      #expect(places(in: pattern) == places(in: Language.english.pattern(of: phrase)))
    }
    #expect(try RuledOutWords.found(in: Language.english.pattern(of: phrase)) == [])
  }

  @Test func `what is filled in stands at its number`() {
    #expect(
      Language.english.text(.pitchRange, "75", "600") == "F0 looked for: 75 to 600 Hz")
    #expect(Language.german.text(.notMeasured, "x") == "Nicht gemessen: x.")
  }
}
