/// UUIDs (RFC 9562) in their usual text form, lower case.
package enum UUIDText {
  /// Digits of the groups between the hyphens.
  package static let groups = [8, 4, 4, 4, 12]

  /// A random UUID of version 4.
  package static func random() -> String {
    text(of: (0..<16).map { _ in UInt8.random(in: 0...255) }, version: 4)
  }

  /// The UUID of 16 bytes, whose version and variant bits are set first.
  package static func text(of bytes: [UInt8], version: UInt8) -> String {
    precondition(bytes.count == 16, "a UUID has 16 bytes")
    var bytes = bytes
    bytes[6] = version << 4 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = Array(Hex.text(of: bytes))
    var used = 0
    return groups.map { length in
      defer { used += length }
      return String(digits[used..<(used + length)])
    }.joined(separator: "-")
  }
}
