// Codecs that only limits files need.

internal import VoiceTypes

/// Reference group in the spelling of a limits file.
enum LimitCategory: String, CaseIterable {
  case any
  case feminine = "F"
  case masculine = "M"
  case combined

  /// The reference group; nil for all groups.
  var group: ReferenceCategory? { ReferenceCategory(rawValue: rawValue) }

  /// Creates the file spelling of a group; nil gives `any`.
  init(_ group: ReferenceCategory?) {
    self = group.flatMap { LimitCategory(rawValue: $0.rawValue) } ?? .any
  }
}

extension JSONCoder where Value == String {
  /// Non-blank text.
  static var nonBlankText: JSONCoder { .notBlank.saying("a text that is not empty") }
}

extension JSONCoder where Value == String {
  /// Caution: a text of the catalogue of notes by its id, or the own words of a set. A parameter may
  /// be the key of another text.
  static var caution: JSONCoder {
    let (words, sentence) = (nonBlankText, JSONCoder<Sentence>.shaped)
    return JSONCoder(
      write: words.write, describe: ["anyOf": [words.describe(), sentence.describe()]],
      read: { json, reading in
        guard case .object = json else { return words.read(json, &reading) }
        guard let found = sentence.read(json, &reading) else { return nil }
        let filled = Sentence(
          id: found.id,
          parameters: found.parameters.mapValues { TextCatalogue.notes[$0, .english] ?? $0 })
        return filled.text(in: .notes, .english)?.message
          ?? reading.refuse(json, allowed: "the id of a note with its parameters")
      })
  }
}

extension JSONCoder where Value == ReferenceCategory? {
  /// One reference group, or `any` for all.
  static var groupOrAny: JSONCoder {
    mapped(.choice, allowed: LimitCategory.words, { .some($0.group) }, { LimitCategory($0) })
  }
}

extension JSONCoder where Value == [ReferenceCategory] {
  /// List of reference groups; an empty list is written as `any`.
  static var groupsOrAny: JSONCoder {
    mapped(
      .choices(), allowed: "",
      { $0.contains(.any) ? [] : $0.compactMap(\.group) },
      { $0.isEmpty ? [.any] : $0.map { LimitCategory($0) } })
  }
}

extension JSONCoder {
  /// Non-empty list of distinct enum values.
  static func choices<Choice: CaseIterable & RawRepresentable<String> & Hashable & Sendable>()
    -> JSONCoder where Value == [Choice]
  {
    mapped(
      .list(of: .choice, .notEmpty), allowed: "",
      { Set($0).count == $0.count ? $0 : nil }, { $0 }
    ).atOnce(allowed: "a list of one or more of \(Choice.words), each once")
  }
}

extension JSONCoder where Value == [Int] {
  /// Non-empty list of signal types, 1 to 4.
  static var signalTypes: JSONCoder {
    .list(of: .whole(in: 1...4), .notEmpty)
      .atOnce(allowed: "a list of whole numbers from 1 to 4")
  }
}

extension JSONCoder where Value == [String: [JSONValue]] {
  /// Settings, each with a non-empty list of strings, numbers or booleans.
  static var settings: JSONCoder {
    .map(of: .list(of: .plain, .notEmpty)).atOnce(
      allowed: "an object with a list of texts, numbers or truth values per setting")
  }
}

extension JSONCoder where Value == JSONValue {
  fileprivate static var plain: JSONCoder {
    JSONCoder(
      write: { $0 }, describe: ["type": ["string", "number", "boolean"]],
      read: { json, reading in
        switch json {
        case .string, .int, .number, .bool: json
        default: reading.refuse(json, allowed: "a text, a number or a truth value")
        }
      })
  }
}
