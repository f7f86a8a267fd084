// Where a drawing goes, and in which form: as SVG by this program alone, as PNG or PDF by
// rsvg-convert, which is looked for when it is needed.

import ArgumentParser
import FoundationEssentials
import WAVIngest

/// A file that a figure is written to.
struct FigureFile {
  /// The forms of a figure, by the ending of its file.
  enum Form: String, CaseIterable {
    case svg
    case png
    case pdf
  }

  /// The program that makes the other forms of an SVG, and where Debian has it.
  private static let converter = "rsvg-convert"
  private static let package = "librsvg2-bin"

  /// The font of the figures, and where Debian has it.
  private static let fontPackage = "fonts-dejavu-core"

  /// Twice the size on a page, for screens with fine pixels.
  private static let pixels = "1440"

  /// A figure takes a fraction of a second [E].
  private static let patience = Duration.seconds(120)

  /// No image of a figure is as large [E].
  private static let mostBytes = 1 << 28

  let path: String
  let form: Form

  /// The file at `path`; a form that there is not is wrong usage.
  init(argument path: String) throws {
    let forms = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
    guard
      let form = Form.allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") })
    else { throw ValidationError("it takes a file that ends in one of \(forms).") }
    (self.path, self.form) = (path, form)
  }

  /// Writes a drawing in the form of the file, whole or not at all.
  func write(_ svg: String, for readers: OutputReaders) throws(CommandFault) {
    let bytes = form == .svg ? Array(svg.utf8) : try converted(svg)
    try CommandOutput.write(bytes, to: path, for: readers)
  }

  /// The drawing in another form, by way of a folder that only its owner looks into.
  private func converted(_ svg: String) throws(CommandFault) -> [UInt8] {
    let files = FileManager.default
    let folder = files.temporaryDirectory
      .appendingPathComponent("sagevoice-\(UUID().uuidString)").path
    defer { try? files.removeItem(atPath: folder) }
    try CommandOutput.write(svg, to: "\(folder)/figure.svg", for: .ownerAlone)
    let target = "\(folder)/figure.\(form.rawValue)"
    let size = form == .png ? ["--width", Self.pixels, "--keep-aspect-ratio"] : []
    let program = ChildProgram(
      words: [Self.converter, "--format", form.rawValue] + size
        + ["--output", target, "\(folder)/figure.svg"],
      variables: EnvironmentVariable.all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    if let reason = Self.fault(program.run(reading: [], atMost: Self.patience)) {
      throw fault(reason)
    }
    do {
      return try InputBytes.read(path: target, limit: Self.mostBytes)
    } catch {
      throw fault("it wrote nothing that can be read")
    }
  }

  private func fault(_ reason: String) -> CommandFault {
    CommandFault(
      status: .cannotCreateOutput,
      messages: [
        "cannot make \(path): \(Self.converter): \(reason); install \(Self.package) and "
          + "\(Self.fontPackage), or name a file that ends in .svg"
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
