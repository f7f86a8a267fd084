/// Format tag of a `fmt ` chunk; the numbers are those of Microsoft's mmreg.h.
enum FormatTag: Sendable, Equatable {
  /// A registered number, stored directly or inside a GUID.
  case registered(UInt16)
  /// A GUID outside the range of registered numbers.
  case unregistered(guid: String)

  /// The tag whose format is in a GUID at the end of the chunk.
  static let extensible: UInt16 = 0xFFFE
  static let pcm = FormatTag.registered(0x0001)
  static let float = FormatTag.registered(0x0003)

  private static let guidBytes = 16

  /// The GUID xxxxxxxx-0000-0010-8000-00AA00389B71 represents the registered number xxxxxxxx.
  private static let registeredTail: [UInt8] = [0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]

  /// Parses a subformat GUID; nil if the file ends first.
  init?(guidAt offset: Int, in fields: ByteFields) {
    guard let first = fields.uint32(at: offset), let second = fields.uint16(at: offset + 4),
      let third = fields.uint16(at: offset + 6),
      let tail = fields.slice(at: offset + 8, length: Self.guidBytes - 8)
    else { return nil }
    let isRegistered =
      second == 0 && third == 0x0010 && tail.elementsEqual(Self.registeredTail)
    guard isRegistered, let tag = UInt16(exactly: first) else {
      self = .unregistered(guid: Self.text(first, second, third, tail))
      return
    }
    self = .registered(tag)
  }

  /// The encoding name for messages, with its number.
  var name: String {
    switch self {
    case .registered(let tag):
      let words = Self.names[tag] ?? "an encoding unknown to this program"
      return "\(words) (format tag 0x\(hexadecimal(tag, digits: 4)))"
    case .unregistered(let guid):
      return "an encoding unknown to this program (subformat \(guid))"
    }
  }

  private static let names: [UInt16: String] = [
    0x0000: "an unnamed encoding", 0x0002: "Microsoft ADPCM", 0x0006: "A-law", 0x0007: "mu-law",
    0x0010: "OKI ADPCM", 0x0011: "IMA ADPCM", 0x0022: "TrueSpeech", 0x0031: "GSM 6.10",
    0x0040: "G.721 ADPCM", 0x0045: "G.726 ADPCM", 0x0050: "MPEG audio", 0x0055: "MP3",
    0x00FF: "AAC", 0x0161: "Windows Media Audio", 0x0162: "Windows Media Audio Professional",
    0x1610: "HE-AAC", 0x2000: "AC-3", 0x566F: "Ogg Vorbis", 0xF1AC: "FLAC",
  ]

  private static func text(
    _ first: UInt32, _ second: UInt16, _ third: UInt16, _ tail: ArraySlice<UInt8>
  ) -> String {
    let last = tail.map { hexadecimal($0, digits: 2) }
    let head = [
      hexadecimal(first, digits: 8), hexadecimal(second, digits: 4), hexadecimal(third, digits: 4),
    ]
    return (head + [last.prefix(2).joined(), last.dropFirst(2).joined()]).joined(separator: "-")
  }
}

private func hexadecimal(_ number: some UnsignedInteger, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
