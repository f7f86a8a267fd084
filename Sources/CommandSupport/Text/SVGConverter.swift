// Conversion of drawings by an external program, found at run time.

import FoundationEssentials
import VoiceReport
package import VoiceTypes
import WAVIngest

/// rsvg-convert, which converts SVG to PNG and PDF.
package enum SVGConverter {
  /// The target format.
  package enum Form: String {
    case png
    case pdf
  }

  /// The program and its Debian package.
  private static let program = "rsvg-convert"
  private static let package = "librsvg2-bin"

  /// The Debian package of the font.
  private static let fontPackage = "fonts-dejavu-core"

  /// Width in pixels, twice the page width, for high-density screens.
  private static let pixels = "1440"

  /// Timeout of a conversion; typical duration is a fraction of a second [E].
  private static let timeout = Duration.seconds(120)

  /// Size limit of the result, in bytes [E].
  private static let mostBytes = 1 << 28

  /// Converts drawings, one page each, in a temporary folder with owner-only access.
  /// - Parameters:
  ///   - name: The name of the result in error messages.
  ///   - other: The alternative that error messages suggest.
  ///   - time: The creation time in a PDF, for reproducible bytes; nil for the current time.
  package static func convert(
    _ drawings: [String], to form: Form, for name: String, orElse other: String,
    at time: RecordedTime? = nil
  ) throws(CommandFault) -> [UInt8] {
    let files = FileManager.default
    let folder = files.temporaryDirectory
      .appendingPathComponent("sagevoice-\(UUID().uuidString)").path
    defer { try? files.removeItem(atPath: folder) }
    let sources = drawings.indices.map { "\(folder)/\($0).svg" }
    for (drawing, source) in zip(drawings, sources) {
      try CommandOutput.write(drawing, to: source, for: .ownerOnly)
    }
    let target = "\(folder)/figure.\(form.rawValue)"
    let size = form == .png ? ["--width", Self.pixels, "--keep-aspect-ratio"] : []
    var variables = EnvironmentVariable.all
    // The reproducible builds specification, supported by cairo.
    if let time { variables["SOURCE_DATE_EPOCH"] = "\(time.seconds)" }
    let child = ChildProgram(
      words: [program, "--format", form.rawValue] + size + ["--output", target] + sources,
      variables: variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    if let reason = fault(child.run(reading: [], atMost: timeout)) {
      throw fault(reason, for: name, orElse: other)
    }
    do {
      return try InputBytes.read(path: target, limit: mostBytes)
    } catch {
      throw fault("it wrote no readable file", for: name, orElse: other)
    }
  }

  private static func fault(
    _ reason: String, for name: String, orElse other: String
  ) -> CommandFault {
    CommandFault(
      status: .cannotCreateOutput,
      messages: [
        "cannot make \(name): \(program): \(reason); install \(package) and "
          + "\(fontPackage), or \(other)"
      ])
  }

  private static func fault(_ ending: ChildProgram.ExitResult) -> String? {
    switch ending {
    case .exited(status: 0): nil
    case .exited(let status): "it ended with status \(status)"
    case .ended(let signal): "it ended by signal \(signal)"
    case .timeoutExpired: "it exceeded the time limit"
    case .notStarted(let reason): "it did not start (\(reason))"
    }
  }
}
