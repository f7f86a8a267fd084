/// Hexadecimal encoding of bytes.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// SHA-256 has 256 bits (FIPS 180-4).
  private static let sha256Digits = 64

  /// Encodes each byte as two lower-case digits.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes pairs of digits of either case. Returns nil for any other text.
  package static func bytes(of text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    let values = text.map(value(ofDigit:))
    guard values.allSatisfy({ $0 != nil }) else { return nil }
    let nibbles = values.compactMap { $0 }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }

  /// Whether a text is a SHA-256 of 64 lower-case hexadecimal digits.
  package static func isSHA256(_ text: String) -> Bool {
    text.utf8.count == sha256Digits && areLowerCaseDigits(text.utf8)
  }

  /// Whether all characters of a text are lower-case hexadecimal digits.
  package static func areLowerCaseDigits(_ text: some Sequence<UInt8>) -> Bool {
    text.allSatisfy(digits.contains)
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
