// The catalogues of `Texts/` are complete in every language.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@Suite struct TextCatalogueTests {
  private static let folder = Repository.root.appendingPathComponent("Texts")

  private static func files(of language: Language) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(language.rawValue).path
    ).sorted()
  }

  private static func texts(_ file: String, _ language: Language) throws -> [String: String] {
    try JSONDecoder().decode(
      [String: String].self,
      from: Data(contentsOf: folder.appendingPathComponent("\(language.rawValue)/\(file)")))
  }

  @Test(arguments: Language.allCases)
  func `every language has the same keys with the same parameters`(language: Language) throws {
    let files = try Self.files(of: .english)
    #expect(try Self.files(of: language) == files)
    for file in files {
      let (texts, english) = try (Self.texts(file, language), Self.texts(file, .english))
      #expect(!english.isEmpty && Set(texts.keys) == Set(english.keys), "\(file)")
      for (key, text) in texts {
        let expected = MessageTemplate(english[key] ?? "").parameters
        #expect(!text.isEmpty, "\(file): \(key)")
        #expect(Set(MessageTemplate(text).parameters) == Set(expected), "\(file): \(key)")
      }
    }
  }

  @Test func `a plural form is chosen by the value`() {
    let template = MessageTemplate("{count, plural, one {# session} other {# sessions}} left")

    #expect(template.parameters == ["count"])
    #expect(template.filled(with: ["count": "1"]) == "1 session left")
    #expect(template.filled(with: ["count": "12"]) == "12 sessions left")
  }

  @Test(arguments: [
    ("1.5", "1,5"), ("-0.25 dB", "-0,25 dB"), ("75 to 600.5 Hz", "75 to 600,5 Hz"),
    ("0.19.0", "0.19.0"), ("coswara_21.wav", "coswara_21.wav"), ("44100", "44100"),
    ("(12.3 %)", "(12,3 %)"), ("AVQI 03.01", "AVQI 03.01"), ("0.5", "0,5"),
  ])
  func `German values have a decimal comma`(value: String, german: String) {
    #expect(Language.german.localized(value) == german)
    #expect(Language.english.localized(value) == value)
  }
}
