// Drawings in other forms, by a program that is looked for when it is needed: none is linked.

import FoundationEssentials
import VoiceReport
package import VoiceTypes
import WAVIngest

/// rsvg-convert, which makes PNG and PDF of SVG.
package enum SVGConverter {
  /// What it makes.
  package enum Form: String {
    case png
    case pdf
  }

  /// The program, and where Debian has it.
  private static let program = "rsvg-convert"
  private static let package = "librsvg2-bin"

  /// The font of all drawings, and where Debian has it.
  private static let fontPackage = "fonts-dejavu-core"

  /// Twice the size on a page, for screens with fine pixels.
  private static let pixels = "1440"

  /// A drawing takes a fraction of a second [E].
  private static let patience = Duration.seconds(120)

  /// No image of a drawing is as large [E].
  private static let mostBytes = 1 << 28

  /// The drawings in another form, a page each, by way of a folder that only its owner looks into.
  /// - Parameters:
  ///   - name: What is made, for a message of what went wrong.
  ///   - other: What to do instead, for the same.
  ///   - time: What a PDF says of its making, so that the same drawings give the same bytes; nil for
  ///     now.
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
      try CommandOutput.write(drawing, to: source, for: .ownerAlone)
    }
    let target = "\(folder)/figure.\(form.rawValue)"
    let size = form == .png ? ["--width", Self.pixels, "--keep-aspect-ratio"] : []
    var variables = EnvironmentVariable.all
    // The specification of reproducible builds, which cairo follows.
    if let time { variables["SOURCE_DATE_EPOCH"] = "\(time.seconds)" }
    let child = ChildProgram(
      words: [program, "--format", form.rawValue] + size + ["--output", target] + sources,
      variables: variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    if let reason = fault(child.run(reading: [], atMost: patience)) {
      throw fault(reason, for: name, orElse: other)
    }
    do {
      return try InputBytes.read(path: target, limit: mostBytes)
    } catch {
      throw fault("it wrote nothing that can be read", for: name, orElse: other)
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

  private static func fault(_ ending: ChildProgram.Ending) -> String? {
    switch ending {
    case .exited(status: 0): nil
    case .exited(let status): "it ended with status \(status)"
    case .ended(let signal): "it was ended by signal \(signal)"
    case .tookTooLong: "it took too long, and was ended"
    case .notStarted(let reason): "it could not be started (\(reason))"
    }
  }
}
