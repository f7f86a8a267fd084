extension JSONReader {
  /// Parses a string from its opening quotation mark.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    while let byte = next, byte.isPlainInText { position += 1 }
    // The input is valid UTF-8 and splits at ASCII characters only, so every piece is valid UTF-8.
    let plain = bytes[(start + 1)..<position]
    if next == UInt8(ascii: "\"") {
      position += 1
      return try limited(String(decoding: plain, as: UTF8.self), from: start)
    }
    var content = Array(plain)
    while let byte = next {
      guard byte >= 0x20 else {
        throw fault("a text contains a line break or control character; write it as \\n or \\u")
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        return try limited(String(decoding: content, as: UTF8.self), from: start)
      case UInt8(ascii: "\\"): content += try escaped()
      default: content.append(byte)
      }
    }
    throw fault("the text that starts here has no closing quotation mark", at: start)
  }

  /// Returns the text, or throws if it exceeds the limit of combining marks.
  private func limited(_ text: String, from start: Int) throws(JSONSyntaxError) -> String {
    guard limits.marksInARow < text.utf8.count else { return text }
    var marks = 0
    for scalar in text.unicodeScalars {
      marks =
        scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      guard marks <= limits.marksInARow else {
        throw fault(
          "a text has more than \(limits.marksInARow) combining marks in a row; remove them",
          at: start)
      }
    }
    return text
  }

  /// Decodes an escape after its backslash.
  private mutating func escaped() throws(JSONSyntaxError) -> [UInt8] {
    let start = position - 1
    let sign = next
    position += 1
    switch sign {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [bytes[position - 1]]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try escapedScalar(from: start)).utf8)
    default: throw fault("invalid escape sequence; write a backslash as \\\\", at: start)
    }
  }

  private mutating func escapedScalar(
    from start: Int
  ) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try codeUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) else {
      throw fault("this \\u escape is half of a surrogate pair", at: start)
    }
    position += 2
    let second = try codeUnit(from: start)
    guard UTF16.isTrailSurrogate(second) else {
      throw fault("this \\u escape is half of a surrogate pair", at: start)
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func codeUnit(from start: Int) throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    // UInt16 would also accept a leading sign.
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("\\u requires four hexadecimal digits", at: start) }
    position += 4
    return unit
  }

  /// Parses a number from its first digit or its minus sign.
  mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    var isSound = next == UInt8(ascii: "0") ? consumeZero() : consumeDigits()
    let endOfWhole = position
    if next == UInt8(ascii: ".") {
      position += 1
      isSound = consumeDigits() && isSound
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      isSound = consumeDigits() && isSound
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard isSound, let number = Double(text) else {
      throw fault("this is not a valid JSON number", at: start)
    }
    guard number.isFinite else { throw fault("this number is too large", at: start) }
    return position == endOfWhole ? Int(text).map { .int($0) } ?? .number(number) : .number(number)
  }

  /// Consumes a zero. Returns false if another digit follows.
  private mutating func consumeZero() -> Bool {
    position += 1
    return !consumeDigits()
  }

  /// Consumes digits. Returns false if there are none.
  private mutating func consumeDigits() -> Bool {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return position > start
  }
}

extension UInt8 {
  /// Whether this is an ASCII digit.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether this is JSON white space.
  var isSpace: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// Whether the byte needs no escape in a string.
  var isPlainInText: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
