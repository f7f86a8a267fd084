// All codes with their sentences, derived from the sentence tables.

import VoicePipeline
package import VoiceTypes

/// The catalogue that `explain --codes` prints.
package struct MessageCatalog: Shaped {
  /// The name and version of the format.
  package static let schema = "sagevoice/codes/1"

  package let version: String
  package let places: [ErrorDomain]
  package let codes: [CodeEntry]
  package let parameters: [SentenceParameter]
  package let exitStatuses: [ExitStatus]

  package var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/codes/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:codes:1",
      title:
        "sagevoice codes, the output of `explain --codes --format json` and `codes --format json`")
  }

  package static let shape = Shape(
    MessageCatalog.init(version:places:codes:parameters:exitStatuses:)
  ) {
    Derived("schema", always: schema)
    Field("version", \.version, .text)
    Field("places", \.places, .list(of: ErrorDomain.explainedCodec, .notEmpty))
    Field("codes", \.codes, .list(of: .shaped, .notEmpty))
    Field("parameters", \.parameters, .list(of: SentenceParameter.explainedCodec, .notEmpty))
    Field("exit_statuses", \.exitStatuses, .list(of: ExitStatus.explainedCodec, .notEmpty))
  }

  /// The catalogue as text: each place with its codes and sentences.
  package var text: String {
    let places = places.map { place in
      WrappedText.item("\(place.rawValue): \(place.meaning).", indent: "")
        + codes.filter { $0.place == place }.flatMap(\.lines)
    }
    let statuses = exitStatuses.flatMap {
      WrappedText.item("\($0.rawValue): \($0.meaning)", indent: "  ")
    }
    return (places + [["exit status:"] + statuses]).map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }
}

extension MessageCatalog {
  /// Creates the catalogue of a program for this version.
  package init(_ places: [ErrorDomain], _ codes: [CodeEntry]) {
    self.init(
      version: SoftwareVersion.current, places: places, codes: codes,
      parameters: SentenceParameter.allCases, exitStatuses: ExitStatus.allCases)
  }
}

package struct CodeEntry: Shaped {
  package let code: String
  package let place: ErrorDomain

  /// The meaning; nil if sentences state it.
  package var meaning: String?

  /// The advice; nil if sentences state it or no action is necessary.
  package var advice: String?

  /// The exit status of `analyze` for a recording with this code; nil without one.
  package var exitStatus: Int?

  package var sentences: [SentenceEntry] = []

  package static let shape = Shape(
    CodeEntry.init(code:place:meaning:advice:exitStatus:sentences:)
  ) {
    Field("code", \.code, .text)
    Field("place", \.place, .choice)
    Field("meaning", \.meaning, ifThere: .text)
    Field("advice", \.advice, ifThere: .text)
    Field("exit_status", \.exitStatus, ifThere: .count)
    Field("sentences", \.sentences, .list(of: .shaped))
  }

  package var lines: [String] {
    let said = meaning.map { BaselineReport.sentences($0, advice ?? "") } ?? advice ?? ""
    let status = exitStatus.map { " (exit status \($0))" } ?? ""
    let head = WrappedText.item(said.isEmpty ? code + status : "\(code)\(status): \(said)")
    return head
      + sentences.flatMap { sentence in
        WrappedText.item("\(sentence.id): \(sentence.sample)", indent: "    ")
      }
  }
}

extension CodeEntry {
  package init(_ code: String, _ place: ErrorDomain) { self.init(code: code, place: place) }
}

package struct SentenceEntry: Shaped {
  package let id: String
  package let template: String
  package let advice: String?

  /// The command-line options of the advice; nil without any.
  package let options: String?
  package let parameters: [String]

  package static let shape = Shape(SentenceEntry.init(id:template:advice:options:parameters:)) {
    Field("id", \.id, .text)
    Field("template", \.template, .text)
    Field("advice", \.advice, .orNull(.text))
    Field("options", \.options, ifThere: .text)
    Field("parameters", \.parameters, .list(of: .text))
  }

  /// Message and advice with the names of the parameters in place of values.
  package var sample: String {
    let values = Dictionary(
      uniqueKeysWithValues: parameters.map { ($0, "<\($0.replacing("_", with: " "))>") })
    let advice = (advice ?? "") + (options.map { " (\($0))" } ?? "")
    let texts = [template, advice].map { MessageTemplate($0).filled(with: values) }
    return BaselineReport.sentences(texts[0], texts[1])
  }
}

extension SentenceEntry {
  package init(_ text: some SentenceTable) {
    self.init(
      id: text.rawValue, template: text.template, advice: text.advice, options: text.options,
      parameters: text.parameters.map(\.rawValue))
  }
}
