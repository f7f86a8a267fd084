// The limits behind `--limits`: a file in place of the set that ships.

package import BaselineService
import VoicePipeline
import VoiceTypes

/// A file that holds one set of limits.
package enum LimitsFile {
  /// Of up to 4 MiB, which is far more than a set needs.
  private static let file = OptionFile(
    option: "--limits", kind: "a set of limits", mostBytes: 1 << 22)

  /// The set in the file `name`, with all its faults if it has any; the set that ships for nil.
  package static func read(from name: String?) throws(CommandFault) -> ReferenceLimits {
    guard let name else {
      return try shipped { () throws(FileFaults) in try ReferenceLimits.embedded() }
    }
    let bytes = try file.bytes(at: name)
    do {
      return try ReferenceLimits(file: bytes)
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map { "--limits: \($0)" } + [
          "the limits cannot be used as they are, and nothing was analysed; put right what is "
            + "named above"
        ])
    }
  }

  /// What compares with the set in the file `name` alone, or with both sets that ship for nil.
  package static func assessor(from name: String?) throws(CommandFault) -> Assessor {
    guard name == nil else { return Assessor(limits: try read(from: name)) }
    return try shipped { () throws(FileFaults) in try Assessor.embedded() }
  }

  /// The measured set that ships.
  package static func measured() throws(CommandFault) -> ReferenceLimits {
    try shipped { () throws(FileFaults) in try ReferenceLimits.embeddedMeasured() }
  }

  /// What ships is checked by a test: a fault in it is ours.
  private static func shipped<Value>(
    _ read: () throws(FileFaults) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try read()
    } catch {
      throw CommandFault(
        status: .internalFault, messages: error.faults.map { "the limits that ship: \($0)" })
    }
  }
}
