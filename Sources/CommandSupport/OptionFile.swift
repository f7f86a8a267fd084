// The small files that options name. Messages name the option instead of the path.

import VoiceTypes
import WAVIngest

/// A file behind an option.
package struct OptionFile {
  /// Far more than there is to tell; a recording named by mistake is noticed before it is read.
  package static let usualMostBytes = 1 << 20

  /// The option, as messages name it.
  package let option: String

  /// What the file should be, such as `a profile`.
  package let kind: String

  /// The largest file that is read, in bytes.
  package var mostBytes: Int

  package init(option: String, kind: String, mostBytes: Int = Self.usualMostBytes) {
    (self.option, self.kind, self.mostBytes) = (option, kind, mostBytes)
  }

  /// The bytes of the file at `path`.
  package func bytes(at path: String) throws(CommandFault) -> [UInt8] {
    do {
      return try InputBytes.read(path: path, limit: mostBytes)
    } catch {
      throw fault(error)
    }
  }

  /// The bytes of the file `name`, or of standard input for `-`.
  package func bytesOrInput(_ name: String) throws(CommandFault) -> [UInt8] {
    guard name == "-" else { return try bytes(at: name) }
    do {
      return try InputBytes.readStandardInput(limit: mostBytes)
    } catch {
      throw fault(error)
    }
  }

  /// The text of the bytes of the file, without a byte order mark.
  package func text(of bytes: [UInt8]) throws(CommandFault) -> String {
    guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
      throw CommandFault(
        status: .refused, messages: ["\(option): this is not UTF-8 text; save it as UTF-8"])
    }
    return text
  }

  private func fault(_ error: IngestError) -> CommandFault {
    let message =
      switch error {
      case .isADirectory: "this is a directory, not \(kind); name the file itself"
      case .tooLarge: "\(error.refusal.message); check that it is \(kind)"
      default: "\(error.refusal.message); \(error.refusal.advice)"
      }
    return CommandFault(
      status: ExitStatus(of: error.refusal.code), messages: ["\(option): \(message)"])
  }
}
