// The catalogue entry and the parameters of a sentence, for programs with texts of their own. The
// catalogue is the output of `explain --codes`.

/// A catalogue entry with parameter values.
public struct Sentence: Sendable, Equatable {
  /// The entry: its code and, after a dot, the variant of the sentence.
  public let id: String

  /// The parameter values as formatted in the sentence, by their names in the template.
  public let parameters: [String: String]

  package init(id: String, parameters: [String: String]) {
    self.id = id
    self.parameters = parameters
  }

  /// The sentence, unless its code says all of it: the one without parameters that has the code's
  /// own name.
  package func unless(code: String) -> Sentence? {
    id == code && parameters.isEmpty ? nil : self
  }
}

extension Sentence: Shaped {
  package static let shape = Shape(Sentence.init(id:parameters:)) {
    Field("id", \.id, .text)
    Field("parameters", \.parameters, .map(of: .anyText))
  }
}

/// A sentence with its catalogue entry.
package struct Wording: Sendable, Equatable {
  package let sentence: Sentence

  /// The finding.
  package let message: String

  /// The advice; empty for none.
  package let advice: String

  /// Finding and advice in one text, for members that hold both.
  package var both: String { Self.joined(message, advice) }

  /// A finding and its advice, which may be empty, as two sentences.
  package static func joined(_ message: String, _ advice: String) -> String {
    advice.isEmpty ? message : "\(message). \(advice.prefix(1).uppercased())\(advice.dropFirst())"
  }
}

/// Sentences of documents: each case is the key of a text, with `.advice` of its advice, and with
/// `.options` of the command-line options that follow it.
package protocol SentenceTable: CaseIterable, RawRepresentable<String>, Sendable {
  static var texts: TextCatalogue { get }
}

extension SentenceTable {
  /// The English text with its parameters in braces.
  package var template: String { Self.texts.text(rawValue) }

  /// The English advice, likewise; nil for a text without one.
  package var advice: String? { advice(in: .english) }

  package func advice(in language: Language) -> String? {
    Self.texts["\(rawValue).advice", language]
  }

  /// The command-line options of the advice; nil without any.
  package var options: String? { Self.texts["\(rawValue).options", .english] }

  /// The code of the sentence: its id up to the first dot.
  package var code: String { String(rawValue.prefix { $0 != "." }) }

  /// The parameters of text and advice, each once, in their order.
  package var parameters: [SentenceParameter] {
    let names = [template, advice ?? ""].flatMap { MessageTemplate($0).parameters }
    return names.compactMap(SentenceParameter.init)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The sentence with values for its parameters.
  package func filled(_ values: [SentenceParameter: String] = [:]) -> Wording {
    let sentence = Sentence(
      id: rawValue,
      parameters: Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1) }))
    return Wording(
      sentence: sentence, message: MessageTemplate(template).filled(with: sentence.parameters),
      advice: MessageTemplate(advice ?? "").filled(with: sentence.parameters))
  }
}

extension TextCatalogue {
  /// The command-line options of the advice of a sentence, in brackets after a space; empty without
  /// any. Documents and pages do not contain them.
  package func options(
    of sentence: Sentence?, _ code: String, _ language: Language = .english
  ) -> String {
    self["\(sentence?.id ?? code).options", language].map {
      " (\(MessageTemplate($0).filled(with: sentence?.parameters ?? [:])))"
    } ?? ""
  }
}

extension Sentence {
  /// The text of the sentence in a catalogue; nil for an unknown id or a missing parameter, as in
  /// documents of other versions.
  package func text(in catalogue: TextCatalogue, _ language: Language) -> Wording? {
    guard let text = catalogue[id, language] else { return nil }
    let advice = catalogue["\(id).advice", language] ?? ""
    let templates = [text, advice].map { MessageTemplate($0) }
    guard templates.allSatisfy({ $0.parameters.allSatisfy { parameters[$0] != nil } })
    else { return nil }
    return Wording(
      sentence: self, message: templates[0].filled(with: parameters, language),
      advice: templates[1].filled(with: parameters, language))
  }
}
