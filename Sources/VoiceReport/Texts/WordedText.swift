internal import VoiceTypes

/// A text in two languages with the parameters `{1}`, `{2}` and so on.
struct WordedText: Sendable {
  let english: String
  let german: String

  /// Translates a text or a list of measures to German; nil if no row matches.
  static func german(_ text: String) -> String? {
    for row in all {
      guard let values = row.values(in: text) else { continue }
      return values.enumerated().reduce(row.german) { german, value in
        german.replacing(
          "{\(value.offset + 1)}",
          with: WordedText.german(value.element) ?? Language.german.localized(value.element))
      }
    }
    return names(text)
  }

  /// Translates a list of names of measures or feature groups; nil for any other text.
  private static func names(_ list: String) -> String? {
    let names = list.split(separator: ", ").map { name in
      Measure.allCases.first { $0.title == name }.map(Language.german.name)
        ?? FeatureGroup.allCases.map { "group.\($0.rawValue)" }
        .first { TextCatalogue.comparisons.text($0) == name }
        .map { TextCatalogue.comparisons.text($0, .german) }
    }
    return names.contains(nil) ? nil : names.compactMap(\.self).joined(separator: ", ")
  }

  /// The parameter values of a matching text, else nil. English parameters are in order.
  func values(in text: String) -> [String]? {
    guard english.contains("{1}") else { return english == text ? [] : nil }
    var pieces: [Substring] = []
    var pattern = english[...]
    var number = 1
    while let place = pattern.firstRange(of: "{\(number)}") {
      pieces.append(pattern[..<place.lowerBound])
      pattern = pattern[place.upperBound...]
      number += 1
    }
    pieces.append(pattern)
    guard text.hasPrefix(pieces[0]) else { return nil }
    var rest = text.dropFirst(pieces[0].count)
    var values: [String] = []
    for (index, piece) in pieces.dropFirst().enumerated() {
      let isLast = index == pieces.count - 2
      if isLast {
        guard rest.hasSuffix(piece), rest.count > piece.count else { return nil }
        values.append(String(rest.dropLast(piece.count)))
      } else {
        guard let place = rest.firstRange(of: piece), place.lowerBound > rest.startIndex
        else { return nil }
        values.append(String(rest[..<place.lowerBound]))
        rest = rest[place.upperBound...]
      }
    }
    return values
  }

  /// All rows, longer patterns before those that match a part of them.
  static let all =
    TextCatalogue.notes.keys.map { Self.row($0) }
    + TextCatalogue.assessments.keys.filter { key in
      ["group.", "minimum.", "property."].contains { key.hasPrefix($0) }
    }.map { Self.row($0, in: .assessments) }
    + TextCatalogue.reasons.keys.filter { !$0.hasSuffix(".advice") && !$0.hasSuffix(".options") }
    .map { Self.row($0, in: .reasons) }
    .filter { !$0.english.contains(", plural,") }
    .sorted { $0.english.count > $1.english.count }

  /// The row of a key of the catalogue.
  static func row(_ key: String, in catalogue: TextCatalogue = .notes) -> WordedText {
    let texts = [catalogue.text(key), catalogue.text(key, .german)].map { text in
      MessageTemplate(catalogue.text(key)).parameters.enumerated().reduce(text) {
        $0.replacing("{\($1.element)}", with: "{\($1.offset + 1)}")
      }
    }
    return WordedText(english: texts[0], german: texts[1])
  }
}
