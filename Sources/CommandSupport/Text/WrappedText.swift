/// Text wrapped at 80 columns, except longer words.
package enum WrappedText {
  package static let columns = 80

  /// Wraps words: the first line starts with `indent`, the others with `hanging` or `indent`.
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

  /// Returns the lines of a list item with a hanging indent.
  package static func item(_ text: String, indent: String = "  ") -> [String] {
    lines(text, indent: indent, hanging: indent + "  ")
  }
}
