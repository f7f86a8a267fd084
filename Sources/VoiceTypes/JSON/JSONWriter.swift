// JSON text from JSON values. Doubles are written in Swift's shortest form that reads back as the
// same double.

/// Whether a document is for a line of its own or for a person.
public enum JSONLayout: Sendable {
  /// No white space at all: one document per line.
  case compact
  /// Two spaces per level; arrays of plain values stay on one line.
  case pretty
}

extension JSONValue {
  /// The value as JSON text, without a newline at the end.
  public func text(_ layout: JSONLayout) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(self, level: 0)
    return writer.text
  }

  /// The value as the text of a file for people: pretty, with a newline at the end.
  package var fileText: String { text(.pretty) + "\n" }

  /// `fileText` as the bytes of the file.
  package var fileBytes: [UInt8] { Array(fileText.utf8) }

  /// The value as a line of a file for programs: compact, with its end.
  package var lineText: String { text(.compact) + "\n" }

  /// `lineText` as bytes.
  package var lineBytes: [UInt8] { Array(lineText.utf8) }
}

/// Appends values to a text.
private struct JSONWriter {
  let layout: JSONLayout
  private(set) var text = ""

  init(layout: JSONLayout) { self.layout = layout }

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .number(let number): text += Self.literal(number)
    case .string(let string): writeString(string)
    case .array(let elements): writeArray(elements, level: level)
    case .object(let members): writeObject(members, level: level)
    }
  }

  /// JSON has no words for NaN and infinity; a number that reached this point without being
  /// finite is written as null rather than as broken JSON.
  private static func literal(_ number: Double) -> String {
    number.isFinite ? number.description : "null"
  }

  private mutating func writeArray(_ elements: [JSONValue], level: Int) {
    let isPlain = elements.allSatisfy(\.isPlain)
    let breaks = layout == .pretty && !isPlain
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += layout == .pretty && isPlain ? ", " : "," }
      if breaks { startLine(level: level + 1) }
      write(element, level: level + 1)
    }
    if breaks { startLine(level: level) }
    text += "]"
  }

  private mutating func writeObject(_ members: [JSONValue.Member], level: Int) {
    let breaks = layout == .pretty && !members.isEmpty
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      if breaks { startLine(level: level + 1) }
      writeString(member.key)
      text += layout == .pretty ? ": " : ":"
      write(member.value, level: level + 1)
    }
    if breaks { startLine(level: level) }
    text += "}"
  }

  private mutating func startLine(level: Int) {
    text += "\n" + String(repeating: "  ", count: level)
  }

  private mutating func writeString(_ string: String) {
    // Most strings need no escape and are taken as they are.
    guard string.utf8.contains(where: Self.isEscaped) else {
      text += "\""
      text += string
      text += "\""
      return
    }
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}": text += Self.escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONValue {
  /// Whether the value is neither an array nor an object.
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
