// An article lists its symbols once. Each measure shows the symbols in its formula.

/// Symbol of a formula with its meaning.
package struct Symbol: Sendable, Equatable {
  private static let heading = "Symbols"

  /// Spellings of the symbol; several symbols may share a meaning.
  let names: [String]

  /// Meaning of the symbol.
  let meaning: String

  /// Symbols of an article.
  static func all(of article: Article) -> [Symbol] {
    Explanation.Reason.list(article.sharedLines(heading)).map { item in
      Symbol(
        names: item.code.split(separator: ",").map { String($0).trimmingSpaces },
        meaning: item.when)
    }
  }

  /// Lines for the symbols of an article that occur in a formula.
  static func lines(of article: Article, in formula: String) -> [String] {
    let used = words(of: formula)
    return all(of: article).filter { !used.isDisjoint(with: $0.names) }
      .map { "\($0.names.joined(separator: ", ")): \($0.meaning)" }
  }

  /// Runs of letters in a formula without subscripts.
  package static func words(of formula: String) -> Set<String> {
    Set(
      formula.split { !$0.isLetter || isIndex($0) }.map { String($0) })
  }

  private static func isIndex(_ letter: Character) -> Bool {
    letter.unicodeScalars.contains { $0.properties.generalCategory == .modifierLetter }
  }
}
