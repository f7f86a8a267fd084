/// Comma-separated values (RFC 4180, with line feeds).
package enum CSV {
  /// The handling of texts that spreadsheets execute as formulas (OWASP, CSV Injection).
  package enum Cells: Sendable {
    /// An apostrophe before the formula sign, so that spreadsheets read a text.
    case guarded
    /// The unchanged text, for programs.
    case raw
  }

  /// Returns a row of fields, quoted where necessary.
  package static func line(_ fields: [String], _ cells: Cells = .guarded) -> String {
    fields.map { quoted(cells == .raw ? $0 : guarded($0)) }.joined(separator: ",") + "\n"
  }

  /// First characters of formulas, with their full-width forms.
  private static let formulaSigns = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

  /// Separators of some spreadsheets: a cell may start after them.
  private static let otherSeparators: Set<Unicode.Scalar> = [";", "\t"]

  /// Inserts an apostrophe wherever a formula may start. Numbers and single characters stay
  /// unchanged.
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
    // By scalar: a comma with a combining accent is another `Character`, but still a separator.
    guard field.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
      return field
    }
    let escaped = field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
