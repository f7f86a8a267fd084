// JSON text read back, strictly (RFC 8259) and with the members in their order. Foundation's
// reader keeps no order, drops the first of two equal keys and, on Linux, tells `true` from `1`
// only with care.

package import VoiceTypes

/// Text that is not JSON, or that a results document must not be.
package struct JSONReadError: Error, Equatable, CustomStringConvertible {
  /// What was expected or found.
  package let description: String

  /// The number of UTF-8 bytes before the fault.
  package let offset: Int
}

extension JSONValue {
  /// Reads one JSON text; numbers without fraction and exponent become `int`.
  package init(parsing text: String) throws(JSONReadError) {
    var reader = JSONReader(bytes: Array(text.utf8))
    self = try reader.document()
  }

  /// Reads a text of one document per line, each line ended by a line feed.
  package static func lines(of text: String) throws -> [JSONValue] {
    guard text.isEmpty || text.utf8.last == UInt8(ascii: "\n") else {
      throw JSONReadError(description: "the last line has no end", offset: text.utf8.count)
    }
    return try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONValue(parsing: String(decoding: line, as: UTF8.self))
    }
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONReadError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw fault("something follows the value") }
    return value
  }

  private mutating func value() throws(JSONReadError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSONReadError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    try take("{")
    skipSpace()
    if accept("}") { return .object([]) }
    repeat {
      skipSpace()
      let key = try string()
      guard keys.insert(key).inserted else { throw fault("the key \(key) comes twice") }
      skipSpace()
      try take(":")
      members.append(.init(key, try value()))
      skipSpace()
    } while accept(",")
    try take("}")
    return .object(members)
  }

  private mutating func array() throws(JSONReadError) -> JSONValue {
    var elements: [JSONValue] = []
    try take("[")
    skipSpace()
    if accept("]") { return .array([]) }
    repeat {
      elements.append(try value())
      skipSpace()
    } while accept(",")
    try take("]")
    return .array(elements)
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONReadError) -> JSONValue {
    let expected = Array("\(word)".utf8)
    guard bytes[position...].starts(with: expected) else { throw fault("no such word") }
    position += expected.count
    return value
  }
}

// MARK: - Numbers and strings

extension JSONReader {
  private mutating func number() throws(JSONReadError) -> JSONValue {
    let isPartOfNumber: (UInt8) -> Bool = { "+-.0123456789eE".utf8.contains($0) }
    let text = String(decoding: bytes[position...].prefix(while: isPartOfNumber), as: UTF8.self)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil,
      let number = Double(text), number.isFinite
    else { throw fault("a value was expected") }
    position += text.utf8.count
    let isWhole = !text.contains { ".eE".contains($0) }
    return isWhole ? Int(text).map { .int($0) } ?? .number(number) : .number(number)
  }

  private mutating func string() throws(JSONReadError) -> String {
    try take("\"")
    var content: [UInt8] = []
    while true {
      guard let byte = next else { throw fault("a string has no end") }
      guard byte >= 0x20 else { throw fault("a control character stands in a string") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw fault("a string is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): content += try escaped()
      default: content.append(byte)
      }
    }
  }

  private mutating func escaped() throws(JSONReadError) -> [UInt8] {
    guard let byte = next else { throw fault("a string has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try escapedScalar()).utf8)
    default: throw fault("no such escape")
    }
  }

  private mutating func escapedScalar() throws(JSONReadError) -> Unicode.Scalar {
    let first = try fourDigits()
    guard UTF16.isLeadSurrogate(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw fault("half of a surrogate pair") }
      return scalar
    }
    try take("\\")
    try take("u")
    let second = try fourDigits()
    guard UTF16.isTrailSurrogate(second) else { throw fault("half of a surrogate pair") }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func fourDigits() throws(JSONReadError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits were expected") }
    position += 4
    return unit
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, " \t\r\n".utf8.contains(byte) { position += 1 }
  }

  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ scalar: Unicode.Scalar) throws(JSONReadError) {
    guard accept(scalar) else { throw fault("\(scalar) was expected") }
  }

  private func fault(_ description: String) -> JSONReadError {
    JSONReadError(description: description, offset: position)
  }
}
