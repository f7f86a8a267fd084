// Sentences broken into lines that fit a terminal and a sheet of paper.

/// Lines of text of no more than 80 columns, but for words that are longer.
package enum WrappedText {
  /// The columns of a line.
  package static let columns = 80

  /// Words in lines, the first indented by `indent`, the others by `hanging` or as the first.
  package static func lines(_ text: String, indent: String = "", hanging: String? = nil) -> [String]
  {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append((lines.isEmpty ? indent : hanging ?? indent) + word)
      }
    }
  }

  /// An item of a list, its lines below each other.
  package static func item(_ text: String, indent: String = "  ") -> [String] {
    lines(text, indent: indent, hanging: indent + "  ")
  }
}
