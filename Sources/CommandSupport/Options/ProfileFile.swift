// The file behind `--profile`. Messages name the option instead of the path, and no value that
// tells who the person is.

package import VoiceTypes

/// A file that holds one profile.
package enum ProfileFile {
  private static let file = OptionFile(option: "--profile", kind: "a profile")

  /// The profile in the file `name`, or on standard input for `-`, with all its faults if it has
  /// any; unknown keys are warned about unless the user wants no messages.
  package static func read(
    from name: String, _ verbosity: Verbosity
  ) throws(CommandFault) -> UserProfile {
    let bytes = try file.bytesOrInput(name)
    do {
      let profile = try UserProfile(parsing: bytes, mode: .allFaults)
      if verbosity == .usual {
        profile.warnings.forEach { StandardStreams.note("--profile: \($0)") }
      }
      return profile
    } catch {
      throw CommandFault(
        status: .refused,
        messages: (error.faults.map(\.description) + error.warnings).map { "--profile: \($0)" } + [
          "the profile cannot be used as it is, and nothing was analysed; put right what is "
            + "named above"
        ] + advice(on: error.faults))
    }
  }

  /// A person of an age that there are no limits for is measured all the same.
  private static func advice(on faults: [ProfileFault]) -> [String] {
    guard faults.contains(where: { $0.field == ProfileField.age.rawValue }) else { return [] }
    return [
      "--profile: reference limits are for the ages from \(Age.allowed.lowerBound) to "
        + "\(Age.allowed.upperBound); without --profile every age is measured, and compared with nothing"
    ]
  }
}
