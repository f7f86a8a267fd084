// The catalogues of `Texts/` are complete in every language.

import Testing
import VoiceTypes

@Suite struct TextCatalogueTests {
  @Test(arguments: TextCatalogue.all.map(\.area))
  func `every language has the same keys with the same parameters`(area: String) throws {
    let catalogue = try #require(TextCatalogue.all.first { $0.area == area })
    #expect(!catalogue.keys.isEmpty)
    for language in Language.allCases {
      #expect(catalogue.keys(in: language) == Set(catalogue.keys), "\(language)")
      for key in catalogue.keys {
        let text = catalogue[key, language] ?? ""
        let english = MessageTemplate(catalogue.text(key)).parameters
        #expect(!text.isEmpty, "\(key)")
        #expect(Set(MessageTemplate(text).parameters) == Set(english), "\(key)")
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
    ("(12.3 %)", "(12,3 %)"),
  ])
  func `German values have a decimal comma`(value: String, german: String) {
    #expect(Language.german.localized(value) == german)
    #expect(Language.english.localized(value) == value)
  }
}
