import CommandSupport
import VoicePipeline
import VoiceTypes

extension Explanation {
  /// The explanation as JSON, one member per heading.
  var json: JSONValue {
    [
      "measure": .string(name), "group": .string(group), "article": .string(article),
      "definition": .string(definition), "formula": .string(formula), "unit": .string(unit),
      "settings": .array(
        settings.map { setting in
          [
            "name": .string(setting.name), "value": .string(setting.value),
            "unit": .string(setting.unit),
          ]
        }),
      "source": .string(source), "limits": .string(limits),
      "unavailable": .array(
        reasons.map { ["code": .string($0.code), "when": .string($0.when)] }),
    ]
  }
}

extension JSONValue {
  /// Returns the measures of a group and its articles as JSON.
  static func group(_ members: [Explanation], articles: [ArticleText]) -> JSONValue {
    [
      "measures": .array(members.map(\.json)),
      "articles": .array(
        articles.map { ["title": .string($0.title), "text": .string($0.text)] }),
    ]
  }

  /// Returns measure keys with definitions as JSON.
  static func list(of explanations: [Explanation]) -> JSONValue {
    [
      "measures": .array(
        explanations.map {
          [
            "measure": .string($0.name), "definition": .string($0.definition),
            "unit": .string($0.unit),
          ]
        })
    ]
  }
}
