/// UUIDs (RFC 9562) in lower-case text form.
package enum UUIDText {
  /// Digits per group between the hyphens.
  package static let groups = [8, 4, 4, 4, 12]

  /// Creates a random UUID of version 4.
  package static func random() -> String {
    text(of: (0..<16).map { _ in UInt8.random(in: 0...255) }, version: 4)
  }

  /// Formats 16 bytes as a UUID after setting the version and variant bits.
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
