// Names what a file is when it is not a WAV file, from its first bytes ("magic numbers").

/// How well-known files begin.
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
    FileSignature("an MP3 file", magic: [0xFF, 0xFB]),
    FileSignature("an MP3 file", magic: [0xFF, 0xF3]),
    FileSignature("an AAC file", magic: [0xFF, 0xF1]),
    FileSignature("a FLAC file", magic: Array("fLaC".utf8)),
    FileSignature("an Ogg file", magic: Array("OggS".utf8)),
    FileSignature("an MP4 or M4A file", magic: Array("ftyp".utf8), at: 4),
    FileSignature("an AIFF file", magic: Array("FORM".utf8)),
    FileSignature("a Core Audio file", magic: Array("caff".utf8)),
    FileSignature("a Sun audio file", magic: Array(".snd".utf8)),
    FileSignature("a NIST SPHERE file", magic: Array("NIST_1A".utf8)),
    FileSignature("a WebM or Matroska file", magic: [0x1A, 0x45, 0xDF, 0xA3]),
    FileSignature("an AMR file", magic: Array("#!AMR".utf8)),
    FileSignature("a Windows Media file", magic: [0x30, 0x26, 0xB2, 0x75]),
    FileSignature("a PDF file", magic: Array("%PDF".utf8)),
  ]

  /// How many bytes are looked at to tell text from data.
  private static let textProbeBytes = 64

  /// What `bytes` begin like, in words for the middle of a sentence.
  static func name(of bytes: [UInt8]) -> String {
    if let match = known.first(where: { $0.matches(bytes) }) { return match.name }
    let probe = bytes.prefix(textProbeBytes)
    return probe.allSatisfy(isText) ? "a text file" : "data of an unknown kind"
  }

  private func matches(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(offset).starts(with: magic)
  }

  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) || byte >= 0x80
  }
}
