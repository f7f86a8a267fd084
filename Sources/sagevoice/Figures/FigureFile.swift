// Where a figure goes, and in which form.

import ArgumentParser
import CommandSupport
import VoiceReport

/// A file that a figure is written to.
struct FigureFile {
  /// The forms of a figure, by the ending of its file.
  enum Form: String, CaseIterable {
    case svg
    case png
    case pdf
  }

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
    let other: SVGConverter.Form? =
      switch form {
      case .svg: nil
      case .png: .png
      case .pdf: .pdf
      }
    let bytes = try other.map { form throws(CommandFault) in
      try SVGConverter.convert(
        [svg], to: form, for: path, orElse: "name a file that ends in .svg")
    }
    try CommandOutput.write(bytes ?? Array(svg.utf8), to: path, for: readers)
  }
}
