// Standard output of commands whose faults the parser of arguments reports.

import CommandSupport

/// The output of the process.
enum StandardOutput {
  /// Writes a text; a fault ends the command with its status.
  static func write(_ text: String) throws {
    do throws(CommandFault) {
      try CommandOutput.write(text)
    } catch {
      try error.end()
    }
  }
}
