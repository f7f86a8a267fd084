// The file of a fingerprint as `sha256sum` writes it: 64 digits, and perhaps a name.

internal import RecordStore
internal import VoiceTypes

/// Reads `NAME.wav.sha256`.
enum ChecksumFile {
  /// More than a line of `sha256sum` can have.
  private static let mostBytes = 8192

  /// The digits in a file; nil when there is no file, or none in it.
  static func digest(at path: String, _ files: any FileSystem) throws(StepFault) -> String? {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, from: 0, count: mostBytes)
    } catch {
      if error.isMissing { return nil }
      throw .source(error)
    }
    let word = bytes.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\\") }.prefix { $0 > 0x20 }
    let text = String(decoding: word, as: UTF8.self).lowercased()
    return Hex.isSHA256(text) ? text : nil
  }
}
