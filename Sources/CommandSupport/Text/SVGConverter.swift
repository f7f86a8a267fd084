/// rsvg-convert, which converts SVG to PNG and PDF.
package enum SVGConverter {
  package enum Form: String {
    case png
    case pdf
  }

  /// Width in pixels, twice the page width, for high-density screens.
  private static let pixels = "1440"

  private static let program = Converter(
    programs: ["rsvg-convert"], packages: "librsvg2-bin and fonts-dejavu-core",
    other: "name a file that ends in .svg")

  /// Converts a drawing.
  /// - Parameter name: The name of the result in error messages.
  package static func convert(
    _ drawing: String, to form: Form, for name: String
  ) throws(CommandFault) -> [UInt8] {
    let target = "figure.\(form.rawValue)"
    let size = form == .png ? ["--width", Self.pixels, "--keep-aspect-ratio"] : []
    return try program.convert(("figure.svg", drawing), to: target, for: name) { folder in
      ["--format", form.rawValue] + size
        + ["--output", "\(folder)/\(target)", "\(folder)/figure.svg"]
    }
  }
}
