// Checksum files in the formats of `sha256sum`, with `--tag` (BSD) or without (GNU), or of 64 digits alone. Another
// format is an error, because the file was meant as a check.

internal import RecordStore
internal import VoiceTypes

/// The content of `NAME.wav.sha256`.
enum ChecksumFile: Equatable {
  /// The file is missing.
  case none
  /// The 64 digits for the recording.
  case digest(String)
  /// No SHA-256 of the recording, but another text.
  case unusable(String)

  /// The fault of a recording with another checksum.
  static let mismatch = StateFault(FaultText.checksumMismatch)

  /// The fault of a recording that cannot be checked.
  static func unusable(_ found: String) -> StateFault {
    StateFault(FaultText.checksumUnusable, [.found: found])
  }

  /// Whether a fault concerns the checksum file, which is then quarantined with the recording.
  static func isConcerned(in fault: StateFault) -> Bool {
    fault.code == mismatch.code || fault.code == unusable("").code
  }

  /// Reads the checksum of a recording by its name.
  static func read(
    at path: String, for name: String, _ files: any FileSystem
  ) throws -> ChecksumFile {
    do {
      let limit = WatchSettings.mostChecksumBytes
      guard let facts = try files.facts(of: path) else { return .none }
      guard facts.size <= limit else {
        return .unusable("\(facts.size) bytes, more than the limit of \(limit)")
      }
      return parse(try files.read(path, atMost: limit), for: name)
    } catch {
      if error.isMissing { return .none }
      throw error
    }
  }

  /// Parses the checksum of a recording by its name.
  static func parse(_ bytes: [UInt8], for name: String) -> ChecksumFile {
    let lines = bytes.withoutByteOrderMark.split {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    .map { Array($0.drop { $0 <= 0x20 }) }
    .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    var entries: [ChecksumLine] = []
    for line in lines {
      guard let entry = ChecksumLine(line) else { return .unusable(ChecksumLine.kind(line)) }
      entries.append(entry)
    }
    return choice(among: entries, for: name)
  }

  /// The entry of the recording. A single entry may have another name, since files are renamed.
  private static func choice(among entries: [ChecksumLine], for name: String) -> ChecksumFile {
    guard let first = entries.first else { return .unusable("no checksum") }
    let own = entries.filter { $0.name.map { InboxLayout.name(of: $0) == name } ?? false }
    let meant = own.isEmpty ? entries : own
    guard Set(meant.map(\.digest)).count == 1 else {
      return .unusable("\(meant.count) different checksums")
    }
    return .digest(own.first?.digest ?? first.digest)
  }
}

/// One line of a checksum file in the formats of `sha256sum` (coreutils): GNU's `DIGITS  NAME` and
/// `DIGITS *NAME`, with a leading backslash if the name has escapes, BSD's `SHA256 (NAME) = DIGITS`,
/// and the digits alone.
struct ChecksumLine {
  /// 64 lower-case digits.
  let digest: String

  let name: String?

  private static let tag = "sha256"

  /// Other checksums: label, digits, name for people.
  private static let others = [
    ("crc32", 8, "a CRC-32 checksum"), ("md5", 32, "an MD5 checksum"),
    ("sha1", 40, "a SHA-1 checksum"), ("sha224", 56, "a SHA-224 checksum"),
    ("sha384", 96, "a SHA-384 checksum"), ("sha512", 128, "a SHA-512 checksum"),
  ]

  /// Parses a line; nil for another format.
  init?(_ line: [UInt8]) {
    let isEscaped = line.first == UInt8(ascii: "\\")
    let rest = isEscaped ? line.dropFirst() : line[...]
    let (digits, bytes) = Self.tagged(rest) ?? Self.plain(rest)
    digest = String(decoding: digits, as: UTF8.self).lowercased()
    name = bytes.isEmpty ? nil : FileName.text(of: isEscaped ? Self.unescaped(bytes) : Array(bytes))
    guard Hex.isSHA256(digest) else { return nil }
  }

  private static func plain(
    _ line: ArraySlice<UInt8>
  ) -> (digits: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    let digits = line.prefix { $0 > 0x20 }
    return (digits, trimmed(line.dropFirst(digits.count)).drop { $0 == UInt8(ascii: "*") })
  }

  private static func tagged(
    _ line: ArraySlice<UInt8>
  ) -> (digits: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    guard word(at: line) == tag, let opening = line.firstIndex(of: UInt8(ascii: "(")),
      let equals = line.lastIndex(of: UInt8(ascii: "=")),
      let closing = line[..<equals].lastIndex(of: UInt8(ascii: ")")), opening < closing
    else { return nil }
    return (trimmed(line[(equals + 1)...]), line[(opening + 1)..<closing])
  }

  /// The name for people of a line that is no SHA-256.
  static func kind(_ line: [UInt8]) -> String {
    let label = word(at: line[...])
    if let (_, _, kind) = others.first(where: { $0.0 == label }) { return kind }
    let digits = line.prefix { $0 > 0x20 }
    let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    let kind = isHexadecimal ? others.first { $0.1 == digits.count }?.2 : nil
    return kind ?? "no checksum"
  }

  /// The leading letters and digits of a line, in lower case.
  private static func word(at line: ArraySlice<UInt8>) -> String {
    let letters = line.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "=") }
    return String(decoding: letters, as: UTF8.self).lowercased().replacing("-", with: "")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }

  /// A name without escapes of line ends and backslashes.
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
