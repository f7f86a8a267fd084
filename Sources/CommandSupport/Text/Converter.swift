// Conversion of drawings and pages by an external program, found at run time.

import FoundationEssentials
import WAVIngest

/// A program that converts one file. It works in a temporary folder with owner-only access, which
/// contains all its files.
struct Converter {
  /// Size limit of the result, in bytes [E].
  private static let mostBytes = 1 << 28

  /// The programs, as paths or names on `PATH`: the first one that exists converts.
  let programs: [String]

  /// The Debian packages, and the alternative, in error messages.
  let packages: String
  let other: String

  /// Standard error of the program.
  var errors = ChildProgram.ErrorStream.inherited

  /// Timeout of a conversion; typical duration is at most a second [E].
  var timeout = Duration.seconds(120)

  /// Converts the content of a file.
  /// - Parameters:
  ///   - source: The file name and content of the input.
  ///   - target: The file name of the result.
  ///   - name: The name of the result in error messages.
  ///   - arguments: Returns the arguments for the folder of the files.
  ///   - variables: Returns environment variables for that folder, in addition to those of this process.
  func convert(
    _ source: (name: String, content: String), to target: String, for name: String,
    arguments: (String) -> [String], variables: (String) -> [String: String] = { _ in [:] }
  ) throws(CommandFault) -> [UInt8] {
    // The program gets no option, such as the address of a database with its password.
    let inherited = EnvironmentVariable.all.filter { EnvironmentVariable(rawValue: $0.key) == nil }
    let path = inherited["PATH"] ?? ""
    let found = programs.lazy.compactMap {
      $0.contains("/") ? $0 : ProgramFile.path(of: $0, in: path)
    }
    guard let program = found.first else {
      throw fault("no \(programs.joined(separator: " or ")) found", for: name)
    }
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("sagevoice-\(UUID())").path
    defer { try? files.removeItem(atPath: folder) }
    try CommandOutput.write(source.content, to: "\(folder)/\(source.name)", for: .ownerOnly)
    var child = ChildProgram(
      words: [program] + arguments(folder),
      variables: inherited.merging(variables(folder)) { $1 }.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)" })
    child.errors = errors
    if let reason = Self.reason(child.run(reading: [], atMost: timeout)) {
      throw fault("\(program): \(reason)", for: name)
    }
    do {
      return try InputBytes.read(path: "\(folder)/\(target)", limit: Self.mostBytes)
    } catch {
      throw fault("\(program): it wrote no readable file", for: name)
    }
  }

  private func fault(_ reason: String, for name: String) -> CommandFault {
    CommandFault(
      .cannotCreateOutput, "cannot make \(name): \(reason); install \(packages), or \(other)")
  }

  private static func reason(_ ending: ChildProgram.ExitResult) -> String? {
    switch ending {
    case .exited(status: 0): nil
    case .exited(let status): "it ended with status \(status)"
    case .ended(let signal): "it ended by signal \(signal)"
    case .timeoutExpired: "it exceeded the time limit"
    case .notStarted(let reason): "it did not start (\(reason))"
    }
  }
}
