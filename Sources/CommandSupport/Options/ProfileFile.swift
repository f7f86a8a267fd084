// Reader of `--profile`. Messages contain the option instead of the path, and no identifying value.

package import VoiceTypes

package enum ProfileFile {
  private static let file = OptionFile(option: "--profile", kind: "a profile")

  /// Reads the profile in the file `name`, or on standard input for `-`. The error lists all
  /// faults; notes about unknown keys follow `verbosity`.
  package static func read(
    from name: String, _ verbosity: Verbosity
  ) throws(CommandFault) -> UserProfile {
    try profile(in: file.bytes(at: name), verbosity)
  }

  /// The same for a comparison with reference limits; nil for an age below theirs, with a warning.
  package static func readForReference(
    from name: String, _ verbosity: Verbosity
  ) throws(CommandFault) -> UserProfile? {
    let bytes = try file.bytes(at: name)
    guard let warnings = warnings(ofAgeBelowReferenceIn: bytes) else {
      return try profile(in: bytes, verbosity)
    }
    if verbosity == .usual { warnings.forEach { StandardStreams.note("--profile: \($0)") } }
    return nil
  }

  private static func profile(
    in bytes: [UInt8], _ verbosity: Verbosity
  ) throws(CommandFault) -> UserProfile {
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
          "the profile is invalid, and nothing was analysed; correct the fields "
            + "named above"
        ] + advice(on: error.faults))
    }
  }

  /// Warnings of a profile whose one fault is an age below that of reference limits; nil for any other.
  private static func warnings(ofAgeBelowReferenceIn bytes: [UInt8]) -> [String]? {
    do {
      _ = try UserProfile(parsing: bytes, mode: .allFaults)
      return nil
    } catch {
      let age = ProfileField.age.rawValue
      guard error.faults.map(\.field) == [age],
        let years = (try? JSONValue.parse(bytes))?[age]?.wholeNumber,
        (0..<Age.allowed.lowerBound).contains(years)
      else { return nil }
      return error.warnings + [
        "\(age): reference limits cover the ages from \(Age.allowed.lowerBound) to "
          + "\(Age.allowed.upperBound); the recordings are not compared"
      ]
    }
  }

  /// A person of an age that there are no limits for is measured all the same.
  private static func advice(on faults: [ProfileFault]) -> [String] {
    guard
      faults.contains(where: { $0.field == ProfileField.age.rawValue && Int($0.found) != nil })
    else { return [] }
    return [
      "--profile: reference limits cover the ages from \(Age.allowed.lowerBound) to "
        + "\(Age.allowed.upperBound); omit --profile to measure without a comparison"
    ]
  }
}
