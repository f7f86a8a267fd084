internal import EmbeddedFiles
internal import Synchronization

/// A language of the texts for people; the raw value is its tag (BCP 47).
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
}

/// The texts of one area by key, from `Texts/<language>/<area>.json`.
package struct TextCatalogue: Sendable {
  package static let assessments = TextCatalogue("assessments")
  package static let baselines = TextCatalogue("baselines")
  package static let checks = TextCatalogue("checks")
  package static let commands = TextCatalogue("commands")
  package static let comparisons = TextCatalogue("comparisons")
  package static let journeys = TextCatalogue("journeys")
  package static let measures = TextCatalogue("measures")
  package static let notes = TextCatalogue("notes")
  package static let page = TextCatalogue("page")
  package static let reasons = TextCatalogue("reasons")
  package static let refusals = TextCatalogue("refusals")
  package static let report = TextCatalogue("report")
  package static let requests = TextCatalogue("requests")
  package static let signalTypes = TextCatalogue("signal-types")
  package static let watch = TextCatalogue("watch")

  private let area: String
  private let english: LazyTexts
  private let german: LazyTexts

  private init(_ area: String) {
    self.area = area
    (english, german) = (LazyTexts("en/\(area).json"), LazyTexts("de/\(area).json"))
  }

  /// Keys in the order of the English file.
  package var keys: [String] { english.value.keys }

  /// The text of a key; nil for an unknown key.
  package subscript(key: String, language: Language) -> String? {
    (language == .english ? english : german).value.texts[key]
  }

  /// The text of a key that the catalogue has; a test compares the keys of all languages.
  package func text(_ key: String, _ language: Language = .english) -> String {
    guard let text = self[key, language] else {
      preconditionFailure("\(language.rawValue)/\(area).json has no text \(key)")
    }
    return text
  }

  /// The text of a key with values for its parameters.
  package func filled(
    _ key: String, _ values: [String: String] = [:], _ language: Language = .english
  ) -> String {
    MessageTemplate(text(key, language)).filled(with: values, language)
  }
}

/// The texts of one language, parsed at the first use.
private final class LazyTexts: Sendable {
  private let file: String
  private let parsed = Mutex<(keys: [String], texts: [String: String])?>(nil)

  init(_ file: String) { self.file = file }

  var value: (keys: [String], texts: [String: String]) {
    parsed.withLock { parsed in
      if let parsed { return parsed }
      guard case .object(let members)? = try? JSONValue.parse(EmbeddedFiles.texts[file]) else {
        preconditionFailure("\(file) is not an object")
      }
      let texts = members.map { member in
        guard case .string(let text) = member.value else {
          preconditionFailure("\(file): \(member.key) is not a text")
        }
        return (member.key, text)
      }
      let value = (texts.map(\.0), Dictionary(uniqueKeysWithValues: texts))
      parsed = value
      return value
    }
  }
}
