/// A table read by RFC 4180, with line feeds between rows.
struct CSVText {
  struct Unfinished: Error {}

  private(set) var rows: [[String]] = []

  init(_ text: String) throws(Unfinished) {
    var fields: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var mayReopen = false
    for scalar in text.unicodeScalars {
      let wasClosed = mayReopen
      mayReopen = false
      switch (scalar, isQuoted) {
      case ("\"", true):
        isQuoted = false
        mayReopen = true
      case ("\"", false):
        // Two consecutive quotation marks are one escaped mark.
        if wasClosed { field.append(scalar) }
        isQuoted = true
      case (",", false):
        fields.append(String(field))
        field = .init()
      case ("\n", false):
        rows.append(fields + [String(field)])
        fields = []
        field = .init()
      default: field.append(scalar)
      }
    }
    guard field.isEmpty && fields.isEmpty && !isQuoted else { throw Unfinished() }
  }
}
