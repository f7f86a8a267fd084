// The list behind `--files-from`: one path per line, as find(1) and ls(1) print them, or one before
// each zero byte, as find -print0 does.

import CommandSupport
import VoiceTypes
import WAVIngest

/// A list of input paths.
enum FileList {
  /// What ends a path.
  enum Separation {
    /// Empty lines, and those that begin with `#`, are passed over.
    case byLines
    case byZeroBytes
  }

  /// The paths in the file `name`, or on standard input for `-`.
  static func paths(
    from name: String, _ separation: Separation = .byLines
  ) throws(IngestError) -> [String] {
    let bytes = name == "-" ? try InputBytes.readStandardInput() : try InputBytes.read(path: name)
    return switch separation {
    case .byLines:
      String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
        .split(whereSeparator: \.isNewline)
        .filter { !$0.hasPrefix("#") }
        .map(String.init)
    case .byZeroBytes: bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
