// Rows of tables (RFC 4180, with line feeds).

/// Comma-separated values.
package enum CSV {
  /// A row of fields, quoted where they have to be.
  package static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    // By scalar: a comma with an accent on it is another character, and still a comma in a table.
    guard field.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
      return field
    }
    let escaped = field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
