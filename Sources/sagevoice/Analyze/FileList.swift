// The list behind `--files-from`: one path per line, as find(1) and ls(1) print them, or one before
// each zero byte, as find -print0 does. Paths keep their bytes, whatever their encoding.

import Platform
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
    let paths =
      switch separation {
      case .byLines:
        bytes.withoutByteOrderMark
          .split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
          .filter { $0.first != UInt8(ascii: "#") }
      case .byZeroBytes: bytes.split(separator: 0)
      }
    return paths.map { FileName.text(of: Array($0)) }
  }
}
