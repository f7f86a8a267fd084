// Values for messages: short, on one line, without control or invisible characters.

extension JSONValue {
  /// Kind of the value with its article.
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

  /// The value itself if it is scalar, otherwise its kind.
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
  /// Maximum number of Unicode scalars in an excerpt.
  private static let longestExcerpt = 40

  /// Start of the text in quotation marks, with escapes.
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
