/// Layout of JSON text.
public enum JSONLayout: Sendable {
  /// One line without white space.
  case compact
  /// Two spaces per level. Arrays of scalars stay on one line.
  case pretty
}

extension JSONValue {
  /// JSON text without a final newline. Doubles use the shortest form that parses to the same
  /// double.
  public func text(_ layout: JSONLayout) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }

  /// Pretty JSON text with a final newline, for files.
  package var fileText: String { text(.pretty) + "\n" }

  /// `fileText` as bytes.
  package var fileBytes: [UInt8] { bytes(.pretty) + "\n".utf8 }

  /// Compact JSON text with a final newline, for line-based files.
  package var lineText: String { text(.compact) + "\n" }

  /// `lineText` as bytes.
  package var lineBytes: [UInt8] { bytes(.compact) + "\n".utf8 }

  private func bytes(_ layout: JSONLayout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self, level: 0)
    return writer.bytes
  }
}

/// Writer of JSON text in UTF-8.
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

  /// JSON has no NaN and no infinity, so a non-finite number becomes null.
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

  /// Only ASCII bytes need escapes, so multi-byte characters stay intact.
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
  /// Whether the value is a scalar.
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
