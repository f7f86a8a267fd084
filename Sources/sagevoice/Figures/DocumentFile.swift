// A results document that was written before.

import CommandSupport
import VoiceTypes

/// A file that holds one results document.
enum DocumentFile {
  /// Contours of many minutes are no larger.
  private static let mostBytes = 1 << 26

  /// The document in the file at `path`, or all that is wrong with it.
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
