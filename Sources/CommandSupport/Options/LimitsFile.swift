package import ArgumentParser
package import BaselineService
import VoicePipeline
import VoiceTypes

/// Reader of reference limits: the file of `--limits`, or the embedded sets.
package enum LimitsFile {
  /// Size limit: 4 MiB.
  private static let mostBytes = 1 << 22

  /// Reads the file `name`, or the embedded set for nil. The error lists all faults of the file,
  /// which messages name by `option`.
  package static func read(
    from name: String?, of option: String = "--limits"
  ) throws(CommandFault) -> ReferenceLimits {
    guard let name else {
      return try shipped { () throws(FileFaults) in try ReferenceLimits.embedded() }
    }
    let file = OptionFile(option: option, kind: "a set of limits", mostBytes: mostBytes)
    let bytes = try file.bytes(at: name)
    do {
      return try ReferenceLimits(file: bytes)
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map { "\(option): \($0)" } + [
          "the limits are invalid, and nothing was analysed; correct the fields "
            + "named above"
        ])
    }
  }

  /// Returns the assessor for the file `name`, or for both embedded sets for nil.
  package static func assessor(from name: String?) throws(CommandFault) -> Assessor {
    guard name == nil else { return Assessor(limits: try read(from: name)) }
    return try shipped { () throws(FileFaults) in try Assessor.embedded() }
  }

  /// Returns the set of the file `name`, or both embedded sets for nil; the first set has priority.
  package static func sets(
    from name: String? = nil, of option: String = "--limits"
  ) throws(CommandFault) -> [ReferenceLimits] {
    let declared = try read(from: name, of: option)
    guard name == nil else { return [declared] }
    return [
      try shipped { () throws(FileFaults) in try ReferenceLimits.embeddedMeasured() }, declared,
    ]
  }

  /// Maps a fault of an embedded set to an internal fault; a test validates these sets.
  private static func shipped<Value>(
    _ read: () throws(FileFaults) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try read()
    } catch {
      throw CommandFault(
        status: .internalFault, messages: error.faults.map { "the included limits: \($0)" })
    }
  }
}

/// The reference limits and recording minimums of a command.
package struct LimitsChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File with reference limits and recording minimums. Default: the included limits.",
      valueName: "limits.json"), completion: .file(extensions: ["json"]))
  package var limits: String?

  package init() {}

  package func assessor() throws(CommandFault) -> Assessor { try LimitsFile.assessor(from: limits) }

  package func minimums() throws(CommandFault) -> [RecordingMinimum] {
    try LimitsFile.read(from: limits).minimums
  }
}
