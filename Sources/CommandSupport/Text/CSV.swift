// Rows of tables (RFC 4180, with line feeds).

/// Comma-separated values.
package enum CSV {
  /// The form of texts that a spreadsheet would run as formulas (OWASP, CSV Injection).
  package enum Cells: Sendable {
    /// An apostrophe before the text, which spreadsheets read as text.
    case guarded
    /// The text as it is, for programs.
    case raw
  }

  /// A row of fields, quoted where they have to be.
  package static func line(_ fields: [String], _ cells: Cells = .guarded) -> String {
    fields.map { quoted(cells == .raw ? $0 : guarded($0)) }.joined(separator: ",") + "\n"
  }

  /// The beginnings of formulas, with their full-width forms.
  private static let formulaSigns = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

  /// A semicolon or tab begins a cell where a spreadsheet takes it for the separator.
  private static let otherSeparators: Set<Unicode.Scalar> = [";", "\t"]

  /// The text with an apostrophe wherever a formula may begin; a number, and a sign alone, as they are.
  private static func guarded(_ field: String) -> String {
    let scalars = field.unicodeScalars
    guard scalars.count > 1, scalars.contains(where: formulaSigns.contains), Double(field) == nil
    else { return field }
    var result = String.UnicodeScalarView()
    var begins = true
    for scalar in scalars {
      if begins, formulaSigns.contains(scalar) { result.append("'") }
      result.append(scalar)
      begins = otherSeparators.contains(scalar)
    }
    return String(result)
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
