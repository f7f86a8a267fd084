import ArgumentParser
import CommandSupport
import VoiceReport

/// An output file of a figure.
struct FigureFile {
  /// The file formats, by extension.
  enum Form: String, CaseIterable {
    case svg
    case png
    case pdf
  }

  let path: String
  let form: Form

  /// Creates a file from a path. An unknown extension is a usage error.
  init(argument path: String) throws {
    let forms = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
    guard
      let form = Form.allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") })
    else { throw ValidationError("expected a file that ends in one of \(forms).") }
    (self.path, self.form) = (path, form)
  }

  /// Writes a drawing in the format of the file, atomically.
  func write(_ svg: String, for readers: OutputAccess) throws(CommandFault) {
    let other = SVGConverter.Form(rawValue: form.rawValue)
    let bytes = try other.map { form throws(CommandFault) in
      try SVGConverter.convert(svg, to: form, for: path)
    }
    try CommandOutput.write(bytes ?? Array(svg.utf8), to: path, for: readers)
  }
}
