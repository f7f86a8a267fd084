// What the baseline commands say and write.

import VoiceTypes

/// Messages and output of the baseline commands.
enum BaselineMessages {
  /// A line for each fault of a recording that is not used.
  static func unusable(in sessions: [VoiceSession]) -> [String] {
    sessions.flatMap(\.recordings).filter { $0.use == .unusable }.flatMap { recording in
      recording.faults.map { "\(recording.name): not used: \(line($0))" }
    }
  }

  /// A line for each fault.
  static func faults(_ faults: [BaselineFault]) -> [String] { faults.map(line) }

  private static func line(_ fault: BaselineFault) -> String {
    "\(fault.message) (\(fault.code)); \(fault.advice)"
  }

  /// Writes to standard output.
  static func output(_ text: String) throws(CommandFault) {
    do {
      try StandardStreams.write(text)
    } catch {
      throw CommandFault(
        status: .inputOutputError, messages: ["cannot write the results: \(error.description)"])
    }
  }

  /// Writes a file, whole or not at all.
  static func write(_ text: String, to path: String) throws(CommandFault) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    do {
      try OutputFolder(creating: folder).write(text, as: parts.last ?? "")
    } catch {
      throw CommandFault(status: error.status, messages: [error.message])
    }
  }
}
