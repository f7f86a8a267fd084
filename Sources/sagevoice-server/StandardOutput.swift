import CommandSupport

/// Standard output of commands that throw to the argument parser.
enum StandardOutput {
  /// Writes a text. A fault ends the command with its status.
  static func write(_ text: String) throws {
    do throws(CommandFault) {
      try CommandOutput.write(text)
    } catch {
      try error.end()
    }
  }
}
