// The little of Markdown that the articles use, as plain text.

/// Plain text from the markup of an article.
enum Markdown {
  private static let linkStart = "<doc:"

  /// A text without code marks, emphasis and escapes; links become the titles that `name` gives.
  static func plain(_ text: String, titled name: (String) -> String = { $0 }) -> String {
    let pieces = withoutMarks(text).split(separator: linkStart, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces.first ?? "")) { text, piece in
      let target = piece.prefix { $0 != ">" }
      return text + name(String(target)) + piece.dropFirst(target.count + 1)
    }
  }

  /// Paragraphs: the lines of each in one, with an empty line between.
  static func paragraphs(_ lines: [String], titled name: (String) -> String) -> String {
    lines.split(whereSeparator: \.isEmpty)
      .map { plain($0.map(\.trimmingSpaces).joined(separator: " "), titled: name) }
      .joined(separator: "\n\n")
  }

  /// The cells of the rows of a table, its head left out.
  static func rows(_ lines: [String]) -> [[String]] {
    lines.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        .map { plain(String($0)).trimmingSpaces }
    }
  }

  /// The items of a list; a line that starts none goes on with the one before.
  static func items(_ lines: [String]) -> [String] {
    lines.reduce(into: []) { items, line in
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if !line.isEmpty, !items.isEmpty {
        items[items.count - 1] += " " + line.trimmingSpaces
      }
    }
  }

  private static func withoutMarks(_ text: String) -> String {
    text.replacing("\\|", with: "|").filter { $0 != "`" && $0 != "*" }
  }
}

extension String {
  /// Without spaces at the end.
  var trimmingEnd: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Without spaces at either end.
  var trimmingSpaces: String { String(drop(while: \.isWhitespace)).trimmingEnd }
}
