// One line of a file of fingerprints, in the formats of `sha256sum` (coreutils): GNU's
// `DIGITS  NAME` and `DIGITS *NAME`, each with a backslash before where the name has escapes, BSD's
// `SHA256 (NAME) = DIGITS`, and the digits alone.

internal import RecordStore
internal import VoiceTypes

/// A fingerprint and whose it is.
struct ChecksumLine {
  /// 64 lower-case digits.
  let digest: String

  /// The name that it is given for; nil where none is.
  let name: String?

  private static let tag = "sha256"

  /// The checksums that people take for this one: their label, their digits, and what to call them.
  private static let others = [
    ("crc32", 8, "a CRC-32 checksum"), ("md5", 32, "an MD5 checksum"),
    ("sha1", 40, "a SHA-1 checksum"), ("sha224", 56, "a SHA-224 checksum"),
    ("sha384", 96, "a SHA-384 checksum"), ("sha512", 128, "a SHA-512 checksum"),
  ]

  /// Reads a line; nil where it is none of these.
  init?(_ line: [UInt8]) {
    guard let parsed = Self.tagged(line) ?? Self.plain(line) else { return nil }
    self = parsed
  }

  private init?(digits: some Sequence<UInt8>, name: [UInt8]?) {
    let text = String(decoding: Array(digits), as: UTF8.self).lowercased()
    guard Hex.isSHA256(text) else { return nil }
    digest = text
    self.name = name.map(FileName.text(of:))
  }

  private static func plain(_ line: [UInt8]) -> ChecksumLine? {
    let isEscaped = line.first == UInt8(ascii: "\\")
    let rest = isEscaped ? line.dropFirst() : line[...]
    let digits = rest.prefix { $0 > 0x20 }
    let behind = rest.dropFirst(digits.count)
    let name = trimmed(behind).drop { $0 == UInt8(ascii: "*") }
    return ChecksumLine(
      digits: digits, name: name.isEmpty ? nil : isEscaped ? unescaped(name) : Array(name))
  }

  private static func tagged(_ line: [UInt8]) -> ChecksumLine? {
    let isEscaped = line.first == UInt8(ascii: "\\")
    let rest = isEscaped ? line.dropFirst() : line[...]
    guard word(at: rest) == tag,
      let opening = rest.firstIndex(of: UInt8(ascii: "(")),
      let equals = rest.lastIndex(of: UInt8(ascii: "=")),
      let closing = rest[..<equals].lastIndex(of: UInt8(ascii: ")")), opening < closing
    else { return nil }
    let name = rest[(opening + 1)..<closing]
    return ChecksumLine(
      digits: trimmed(rest[(equals + 1)...]), name: isEscaped ? unescaped(name) : Array(name))
  }

  /// What people call a line that is no SHA-256.
  static func whatElse(_ line: [UInt8]) -> String {
    let label = word(at: line[...])
    if let (_, _, kind) = others.first(where: { $0.0 == label }) { return kind }
    let digits = line.prefix { $0 > 0x20 }
    let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    let kind = isHexadecimal ? others.first { $0.1 == digits.count }?.2 : nil
    return kind ?? "no checksum"
  }

  /// The letters and digits that a line begins with, in lower case.
  private static func word(at line: ArraySlice<UInt8>) -> String {
    let letters = line.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "=") }
    return String(decoding: letters, as: UTF8.self).lowercased().replacing("-", with: "")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }

  /// A name as it is, of one with a backslash for each line end and each backslash.
  private static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = name
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        plain.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"): plain.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): plain.append(UInt8(ascii: "\r"))
      default: plain.append(next)
      }
    }
    return plain
  }
}
