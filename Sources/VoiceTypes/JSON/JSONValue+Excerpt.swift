// Values as messages show them: short, on one line, and without characters that a terminal obeys
// or that cannot be seen.

extension JSONValue {
  /// What kind of value this is, with an article.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value itself where it is plain, and otherwise its kind.
  package var excerpt: String {
    switch self {
    case .null, .bool, .int, .number: text(.compact)
    case .string(let string): string.excerpt
    case .array(let elements): elements.isEmpty ? "an empty list" : kind
    case .object: kind
    }
  }
}

extension String {
  /// The characters of a text that a message shows.
  private static let longestExcerpt = 40

  /// The start of the text in quotation marks, as JSON writes it.
  package var excerpt: String {
    let shown = unicodeScalars.prefix(Self.longestExcerpt)
    let ending = unicodeScalars.count > Self.longestExcerpt ? "…" : ""
    return "\"" + shown.map(Self.printable).joined() + ending + "\""
  }

  private static func printable(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }
}
