import Platform

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

extension String {
  /// The text on one line with question marks for control characters, bidirectional controls and
  /// undecodable bytes. File names and user input may contain them, and terminals interpret them.
  package var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { Self.isObeyed($0) ? "?" : $0 }))
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case _ where FileName.isEscape(scalar): true
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [String] {
  package var report: String { map { $0.printable + "\n" }.joined() }
}
