// What the letters of a formula stand for. An article lists its symbols once; each of its measures shows
// those that its own formula has.

/// A letter or a short word of formulas, with its meaning.
package struct Symbol: Sendable, Equatable {
  private static let heading = "Symbols"

  /// How it is written; several that are explained together.
  let names: [String]

  /// What it stands for.
  let meaning: String

  /// The symbols that an article explains.
  static func all(of article: Article) -> [Symbol] {
    Explanation.Reason.list(article.sharedLines(heading)).map { item in
      Symbol(
        names: item.code.split(separator: ",").map { String($0).trimmingSpaces },
        meaning: item.when)
    }
  }

  /// A line for each symbol of an article that a formula has.
  static func lines(of article: Article, in formula: String) -> [String] {
    let used = words(of: formula)
    return all(of: article).filter { !used.isDisjoint(with: $0.names) }
      .map { "\($0.names.joined(separator: ", ")): \($0.meaning)" }
  }

  /// The runs of letters in a formula; indices below the line are none.
  package static func words(of formula: String) -> Set<String> {
    Set(
      formula.split { !$0.isLetter || isIndex($0) }.map { String($0) })
  }

  private static func isIndex(_ letter: Character) -> Bool {
    letter.unicodeScalars.contains { $0.properties.generalCategory == .modifierLetter }
  }
}
