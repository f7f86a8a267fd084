import TestSupport
import Testing
import VoiceReport
import VoiceTypes

@Suite struct PhraseTests {
  @Test(arguments: Phrase.allCases)
  func `every key has a text without words of diagnosis`(phrase: Phrase) throws {
    #expect(TextCatalogue.report.keys.contains(phrase.rawValue))
    #expect(try RuledOutWords.found(in: Language.english.pattern(of: phrase)) == [])
  }

  @Test func `every text has a key`() {
    #expect(Set(TextCatalogue.report.keys) == Set(Phrase.allCases.map(\.rawValue)))
  }

  @Test func `parameters are filled in at their positions`() {
    #expect(
      Language.english.text(.pitchRange, "75", "600") == "F0 search range 75 to 600 Hz")
    #expect(Language.german.text(.notMeasured, "x") == "Nicht gemessen: x.")
  }
}
