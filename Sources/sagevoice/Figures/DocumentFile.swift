import CommandSupport
import VoiceTypes

/// Reader of a results document.
enum DocumentFile {
  /// Size limit, in bytes: enough for contours of many minutes.
  private static let mostBytes = 1 << 26

  /// Reads the document in the file at `path`.
  static func read(_ path: String) throws(CommandFault) -> ResultsDocument {
    let file = OptionFile(option: path, kind: "a results document", mostBytes: mostBytes)
    let bytes = try file.bytes(at: path)
    do {
      return try ResultsDocument(json: try JSONValue.parse(bytes))
    } catch {
      throw CommandFault(
        status: .refused,
        messages: [
          "\(path): \(error)",
          "\(path): this is not one results document as `sagevoice analyze FILE` writes it",
        ])
    }
  }
}
