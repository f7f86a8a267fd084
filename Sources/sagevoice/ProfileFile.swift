// The file behind `--profile`. Messages name the option instead of the path, and no value that
// tells who the person is.

import VoiceTypes
import WAVIngest

/// A file that holds one profile.
enum ProfileFile {
  /// Far more than a person has to say; a recording named by mistake is noticed before it is read.
  private static let mostBytes = 1 << 20

  /// The profile in the file `name`, or on standard input for `-`, with all its faults if it has
  /// any; unknown keys are warned about unless the user wants no messages.
  static func read(from name: String, isQuiet: Bool) throws(CommandFault) -> UserProfile {
    let bytes = try bytes(of: name)
    do {
      let profile = try UserProfile(parsing: bytes, mode: .allFaults)
      if !isQuiet { profile.warnings.forEach { StandardStreams.note("--profile: \($0)") } }
      return profile
    } catch {
      throw CommandFault(
        status: .refused,
        messages: (error.faults.map(\.description) + error.warnings).map { "--profile: \($0)" } + [
          "the profile cannot be used as it is, and nothing was analysed; put right what is "
            + "named above"
        ])
    }
  }

  private static func bytes(of name: String) throws(CommandFault) -> [UInt8] {
    do {
      return name == "-"
        ? try InputBytes.readStandardInput(limit: mostBytes)
        : try InputBytes.read(path: name, limit: mostBytes)
    } catch .isADirectory {
      throw CommandFault(
        status: .cannotOpenInput, messages: ["--profile: this is a directory, not a profile"])
    } catch {
      throw CommandFault(
        status: ExitStatus(of: error.refusal.code),
        messages: ["--profile: \(error.refusal.message)"])
    }
  }
}
