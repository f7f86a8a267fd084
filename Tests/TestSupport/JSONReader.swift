// JSON texts in tests, by the parser of the program.

package import VoiceTypes

extension JSONValue {
  /// Reads one JSON text.
  package init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONValue.parse(Array(text.utf8))
  }

  /// Reads a text of one document per line, each line ended by a line feed.
  package static func lines(of text: String) throws -> [JSONValue] {
    guard text.isEmpty || text.utf8.last == UInt8(ascii: "\n") else {
      throw JSONSyntaxError(line: 1, column: 1, problem: "the last line has no end")
    }
    return try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONValue.parse(Array(line))
    }
  }
}
