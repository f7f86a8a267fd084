// Paths keep their bytes in any encoding.

import Platform
import VoiceTypes
import WAVIngest

/// Reader of path lists.
enum FileList {
  /// The terminator of a path.
  enum Separation {
    /// Line breaks. The reader skips empty lines and lines that start with `#`.
    case byLines
    case byZeroBytes
  }

  /// Reads the paths in the file `name`, or on standard input for `-`.
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
