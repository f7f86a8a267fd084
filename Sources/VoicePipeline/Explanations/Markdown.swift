/// Converter from the Markdown subset of the articles to plain text.
enum Markdown {
  /// Removes code marks, emphasis, escapes and the targets of links.
  static func plain(_ text: String) -> String {
    text.replacing("\\|", with: "|").filter { $0 != "`" && $0 != "*" }
      .replacing(/\[([^\]]+)\]\([^)]+\)/) { $0.1 }
  }

  /// Joins the lines of each paragraph and of each item of a list. Paragraphs are separated by an
  /// empty line.
  static func paragraphs(_ lines: [String]) -> String {
    lines.split(whereSeparator: \.isEmpty)
      .map { paragraph in
        let text = paragraph.dropFirst().reduce(paragraph.first?.trimmingSpaces ?? "") {
          $0 + ($1.hasPrefix("- ") ? "\n" : " ") + $1.trimmingSpaces
        }
        return plain(text)
      }
      .joined(separator: "\n\n")
  }

  /// Cells of the table rows without the header.
  static func rows(_ lines: [String]) -> [[String]] {
    lines.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        .map { plain(String($0)).trimmingSpaces }
    }
  }

  /// Items of a list. A line that starts no item continues the previous one.
  static func items(_ lines: [String]) -> [String] {
    lines.reduce(into: []) { items, line in
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if !line.isEmpty, !items.isEmpty {
        items[items.count - 1] += " " + line.trimmingSpaces
      }
    }
  }
}

extension String {
  /// Text without trailing white space.
  var trimmingEnd: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Text without leading and trailing white space.
  var trimmingSpaces: String { String(drop(while: \.isWhitespace)).trimmingEnd }
}
