// Magic numbers of files that are not WAV files.

/// Magic number of a known file format.
struct FileSignature: Sendable {
  private let offset: Int
  private let magic: [UInt8]
  private let name: String

  private init(_ name: String, magic: [UInt8], at offset: Int = 0) {
    self.offset = offset
    self.magic = magic
    self.name = name
  }

  private static let known = [
    FileSignature("a ZIP archive", magic: [0x50, 0x4B, 0x03, 0x04]),
    FileSignature("a gzip archive", magic: [0x1F, 0x8B]),
    FileSignature("an MP3 file", magic: Array("ID3".utf8)),
    FileSignature("a FLAC file", magic: Array("fLaC".utf8)),
    FileSignature("an Ogg file", magic: Array("OggS".utf8)),
    FileSignature("an MP4 or M4A file", magic: Array("ftyp".utf8), at: 4),
    FileSignature("a QuickTime file", magic: Array("moov".utf8), at: 4),
    FileSignature("a QuickTime file", magic: Array("mdat".utf8), at: 4),
    FileSignature("a QuickTime file", magic: Array("wide".utf8), at: 4),
    FileSignature("an AIFF file", magic: Array("FORM".utf8)),
    FileSignature("a Core Audio file", magic: Array("caff".utf8)),
    FileSignature("a Sun audio file", magic: Array(".snd".utf8)),
    FileSignature("a NIST SPHERE file", magic: Array("NIST_1A".utf8)),
    FileSignature("a WebM or Matroska file", magic: [0x1A, 0x45, 0xDF, 0xA3]),
    FileSignature("an AMR file", magic: Array("#!AMR".utf8)),
    FileSignature("a Windows Media file", magic: [0x30, 0x26, 0xB2, 0x75]),
    FileSignature("a PDF file", magic: Array("%PDF".utf8)),
    FileSignature("a Shorten file", magic: Array("ajkg".utf8)),
    FileSignature("an AppleDouble file with macOS metadata", magic: [0, 5, 0x16, 7]),
    FileSignature("a WAV file in Base64", magic: Array("UklGR".utf8)),
    FileSignature("a text in UTF-16", magic: [0xFF, 0xFE]),
    FileSignature("a text in UTF-16", magic: [0xFE, 0xFF]),
  ]

  /// Number of bytes that classify a file as text or binary.
  private static let textProbeBytes = 64

  /// Number of text bytes searched for a format marker.
  private static let markProbeBytes = 1024

  /// Returns the fault of a file that begins with `bytes`.
  static func fault(of bytes: [UInt8]) -> HeaderFault {
    if let match = known.first(where: { $0.matches(bytes) }) {
      return .foreignContent(name: match.name)
    }
    if let name = mpegName(of: bytes) { return .foreignContent(name: name) }
    guard bytes.prefix(textProbeBytes).allSatisfy(isText) else {
      return .foreignContent(name: "no known audio format")
    }
    let text = String(decoding: bytes.prefix(markProbeBytes), as: UTF8.self).lowercased()
    return fault(ofText: text.drop { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  private static func fault(ofText text: Substring) -> HeaderFault {
    if text.hasPrefix("version https://git-lfs") { return .gitLFSPointer }
    if text.hasPrefix("/annex/objects/") || text.contains("/.git/annex/objects/") {
      return .gitAnnexPointer
    }
    switch text.first {
    case "<" where text.contains("<html") || text.contains("<!doctype html"): return .webPage
    case "<": return .serverMessage(name: "XML")
    case "{", "[": return .serverMessage(name: "JSON")
    default: return .foreignContent(name: "a text file")
    }
  }

  /// Name of an MPEG audio stream, which begins with 11 one bits (ISO/IEC 11172-3, 2.4.1.3): layer
  /// II or III of a version that is not reserved, or AAC with its ADTS header, where the layer is
  /// 0. Layer I is not recognised: it begins like a text in UTF-16.
  private static func mpegName(of bytes: [UInt8]) -> String? {
    guard bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
    switch layer {
    case 0: return bytes[1] & 0xF6 == 0xF0 ? "an AAC file" : nil
    case 1, 2: return version == 1 ? nil : "an MP3 file"
    default: return nil
    }
  }

  private func matches(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(offset).starts(with: magic)
  }

  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) || byte >= 0x80
  }
}
