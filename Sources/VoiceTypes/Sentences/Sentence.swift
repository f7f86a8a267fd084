// What a sentence for people is made of, for programs that say it in other words: which entry of
// the catalogue of `explain --codes` it is, and what is filled in.

/// An entry of the catalogue with what one sentence fills in.
public struct Sentence: Sendable, Equatable {
  /// Which entry: the code it belongs to, and behind a dot which of several sentences it is.
  public let id: String

  /// What is filled in, by the name it has in the template; each as it stands in the sentence.
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

/// A sentence as people read it, and what it is made of.
package struct Wording: Sendable, Equatable {
  package let sentence: Sentence

  /// What was found.
  package let message: String

  /// What to do; empty where the message says that too.
  package let advice: String
}

/// Sentences for people: each case is one entry, and there is no other place for its words.
package protocol SentenceTable: CaseIterable, RawRepresentable<String>, Sendable {
  /// What is said, with `{name}` where something is filled in.
  var template: String { get }

  /// What to do, likewise; nil where the template says that too.
  var advice: String? { get }
}

extension SentenceTable {
  /// What to do is part of the template.
  package var advice: String? { nil }

  /// The code that the sentence belongs to: its name up to the first dot.
  package var code: String { String(rawValue.prefix { $0 != "." }) }

  /// The names of what is filled in, each once, in the order of the sentence.
  package var parameters: [SentenceParameter] {
    var names: [SentenceParameter] = []
    for name in (SentenceTemplate.names(in: template) + SentenceTemplate.names(in: advice ?? ""))
      .compactMap(SentenceParameter.init) where !names.contains(name)
    {
      names.append(name)
    }
    return names
  }

  /// The sentence with something filled in.
  package func filled(_ values: [SentenceParameter: String] = [:]) -> Wording {
    let values = Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1) })
    return Wording(
      sentence: Sentence(id: rawValue, parameters: values),
      message: SentenceTemplate.fill(template, with: values),
      advice: SentenceTemplate.fill(advice ?? "", with: values))
  }
}

/// Texts with names in braces.
package enum SentenceTemplate {
  /// The names, in their order.
  package static func names(in template: String) -> [String] {
    pieces(of: template).compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The text with values for its names; what is filled in is not looked into. A name without a
  /// value stays as it is.
  package static func fill(_ template: String, with values: [String: String]) -> String {
    pieces(of: template).map { piece in
      switch piece {
      case .text(let text): text
      case .name(let name): values[name] ?? "{\(name)}"
      }
    }.joined()
  }

  private enum Piece {
    case text(String)
    case name(String)
  }

  private static func pieces(of template: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces.append(.text(String(rest[..<open])))
      pieces.append(.name(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return pieces + [.text(String(rest))]
  }
}
