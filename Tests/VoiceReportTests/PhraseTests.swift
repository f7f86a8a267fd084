import TestSupport
import Testing
import VoiceReport
import VoiceTypes

@Suite struct PhraseTests {
  /// Keys with the raw values of an enumeration after a prefix.
  private static let built = [
    keys("check", CheckID.allCases), keys("figure", FigureKind.allCases),
    keys("header", ReportHeader.Field.allCases), keys("standing", ReferenceClassification.allCases),
    keys("task", RecordingTask.allCases.filter { $0 != .sustainedVowel }),
    keys("verdict", Verdict.allCases), keys("voices", ReferenceCategory.allCases),
    ["standing.plausible", "voices.none"],
    // Sentences of the verdict, which the assessor joins.
    ["Nothing", "Outside", "Finding", "SignalType", "Measured", "Irregular"].map { "verdict\($0)" },
  ].joined()

  private static func keys(_ prefix: String, _ values: [some RawRepresentable<String>]) -> [String]
  {
    values.map { "\(prefix).\($0.rawValue)" }
  }

  @Test func `every key has a text, and every text a key`() {
    #expect(Set(TextCatalogue.report.keys) == Set(Phrase.allCases.map(\.rawValue) + Self.built))
  }

  @Test(arguments: TextCatalogue.report.keys)
  func `no text has words of diagnosis`(key: String) throws {
    #expect(try RuledOutWords.found(in: TextCatalogue.report.text(key)) == [])
  }

  @Test func `parameters are filled in at their positions`() {
    #expect(
      Language.english.text(.pitchRange, "75", "600") == "F0 search range 75 to 600 Hz")
    #expect(Language.german.text(.notMeasured, "x") == "Nicht gemessen: x.")
  }
}
