// The limits behind `--limits`: a file in place of the set that ships.

import BaselineService
import VoicePipeline

/// A file that holds one set of limits.
enum LimitsFile {
  /// Of up to 4 MiB, which is far more than a set needs.
  private static let file = OptionFile(
    option: "--limits", kind: "a set of limits", mostBytes: 1 << 22)

  /// The set in the file `name`, with all its faults if it has any; the set that ships for nil.
  static func read(from name: String?) throws(CommandFault) -> ReferenceLimits {
    let bytes: [UInt8]? = if let name { try file.bytes(at: name) } else { nil }
    do {
      guard let bytes else { return try ReferenceLimits.embedded() }
      return try ReferenceLimits(file: bytes)
    } catch {
      // The set that ships is checked by a test: a fault in it is ours.
      throw CommandFault(
        status: bytes == nil ? .internalFault : .refused,
        messages: error.faults.map { "--limits: \($0)" } + [
          "the limits cannot be used as they are, and nothing was analysed; put right what is "
            + "named above"
        ])
    }
  }

  /// What compares with the set in the file `name` alone, or with both sets that ship for nil.
  static func assessor(from name: String?) throws(CommandFault) -> Assessor {
    try Assessor(limits: read(from: name), measured: name == nil ? measured() : nil)
  }

  /// The measured set that ships.
  static func measured() throws(CommandFault) -> ReferenceLimits {
    do {
      return try ReferenceLimits.embeddedMeasured()
    } catch {
      throw CommandFault(
        status: .internalFault, messages: error.faults.map { "measured limits: \($0)" })
    }
  }
}
