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
    String(decoding: bytes(layout), as: UTF8.self)
  }

  /// The value as the text of a file for people: pretty, with a newline at the end.
  package var fileText: String { text(.pretty) + "\n" }

  /// `fileText` as the bytes of the file.
  package var fileBytes: [UInt8] { bytes(.pretty) + "\n".utf8 }

  /// The value as a line of a file for programs: compact, with its end.
  package var lineText: String { text(.compact) + "\n" }

  /// `lineText` as bytes.
  package var lineBytes: [UInt8] { bytes(.compact) + "\n".utf8 }

  private func bytes(_ layout: JSONLayout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self, level: 0)
    return writer.bytes
  }
}

/// Appends values to a text, as UTF-8.
private struct JSONWriter {
  let layout: JSONLayout
  private(set) var bytes: [UInt8] = []

  init(layout: JSONLayout) { self.layout = layout }

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: write("null")
    case .bool(let flag): write(flag ? "true" : "false")
    case .int(let number): write(String(number))
    case .number(let number): write(Self.literal(number))
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
    write("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { write(layout == .pretty && isPlain ? ", " : ",") }
      if breaks { startLine(level: level + 1) }
      write(element, level: level + 1)
    }
    if breaks { startLine(level: level) }
    write("]")
  }

  private mutating func writeObject(_ members: [JSONValue.Member], level: Int) {
    let breaks = layout == .pretty && !members.isEmpty
    write("{")
    for (index, member) in members.enumerated() {
      if index > 0 { write(",") }
      if breaks { startLine(level: level + 1) }
      writeString(member.key)
      write(layout == .pretty ? ": " : ":")
      write(member.value, level: level + 1)
    }
    if breaks { startLine(level: level) }
    write("}")
  }

  private mutating func startLine(level: Int) {
    write("\n")
    for _ in 0..<level { write("  ") }
  }

  private mutating func writeString(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 { writeEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  /// All that has to be escaped is ASCII, so no other character is cut.
  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write("\\\"")
    case UInt8(ascii: "\\"): write("\\\\")
    case UInt8(ascii: "\n"): write("\\n")
    case UInt8(ascii: "\r"): write("\\r")
    case UInt8(ascii: "\t"): write("\\t")
    case ..<0x20: write("\\u00" + Hex.text(of: [byte]))
    default: bytes.append(byte)
    }
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
