// The list behind `--files-from`: one path per line, as find(1) and ls(1) print them.

import WAVIngest

/// A list of input paths.
enum FileList {
  /// The paths in the file `name`, or on standard input for `-`; empty lines are passed over.
  static func paths(from name: String) throws(IngestError) -> [String] {
    let bytes = name == "-" ? try InputBytes.readStandardInput() : try InputBytes.read(path: name)
    return String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map(String.init)
  }
}
