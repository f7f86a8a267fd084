// SVG 1.1 with fixed attribute order and at most two decimals: equal scenes give equal bytes.

internal import VoiceMath

/// Writer of SVG drawings.
package enum SVGWriter {
  /// The context of a drawing.
  package enum Role: Sendable {
    /// A file of its own.
    case file
    /// Inline SVG of a page, with unique ids.
    case part(id: String)
    /// Inline SVG of a page that repeats a text.
    case decoration
  }

  /// Returns the SVG of a scene in the colours of a theme.
  package static func text(of scene: Scene, theme: Theme, role: Role = .file) -> String {
    let (width, height) = (number(scene.width), number(scene.height))
    let id: String? =
      switch role {
      case .file: "figure"
      case .part(let id): id
      case .decoration: nil
      }
    var text = ""
    if case .file = role { text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }
    text += "<svg xmlns=\"http://www.w3.org/2000/svg\""
    text += " xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"\(width)\""
    text += " height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    if let id {
      text += " role=\"img\" aria-labelledby=\"\(id)-title \(id)-desc\""
      text += " font-family=\"\(Font.families)\">\n"
      text += "<title id=\"\(id)-title\">\(scene.title.markup)</title>\n"
      text += "<desc id=\"\(id)-desc\">\(scene.description.markup)</desc>\n"
    } else {
      text += " aria-hidden=\"true\">\n"
    }
    let page = Box(left: 0, top: 0, right: scene.width, bottom: scene.height)
    for mark in [.rectangle(page, .page)] + scene.marks {
      text += element(of: mark, theme) + "\n"
    }
    return text + "</svg>\n"
  }

  private static func element(of mark: Mark, _ theme: Theme) -> String {
    switch mark {
    case .line(let from, let to, let stroke):
      path([[from, to]]) + attributes(of: stroke, theme)
    case .curves(let curves, let stroke): path(curves) + attributes(of: stroke, theme)
    case .dots(let points, let ink, let diameter):
      "<path d=\"" + points.map { "M\(place($0))h0" }.joined() + "\""
        + attributes(of: Stroke(ink, width: diameter), theme)
    case .area(let points, let ink):
      area(points, theme.colour(of: ink).text)
    case .rectangle(let box, let ink):
      "<rect" + sides(of: box) + " fill=\"\(theme.colour(of: ink).text)\"/>"
    case .frame(let box, let stroke): "<rect" + sides(of: box) + attributes(of: stroke, theme)
    case .text(let label): element(of: label, theme)
    case .image(let image, let levels, let box):
      "<image" + sides(of: box) + " preserveAspectRatio=\"none\""
        + " xlink:href=\"data:image/png;base64,"
        + Base64.text(of: image.png(palette: theme.ramp(count: levels))) + "\"/>"
    }
  }

  private static func element(of label: Label, _ theme: Theme) -> String {
    var text = "<text x=\"\(number(label.place.x))\" y=\"\(number(label.place.y))\""
    text += " font-size=\"\(number(label.font.size))\""
    if label.font.weight == .bold { text += " font-weight=\"bold\"" }
    if label.anchor != .start { text += " text-anchor=\"\(label.anchor.rawValue)\"" }
    if label.direction == .upwards {
      text += " transform=\"rotate(-90 \(place(label.place, between: " ")))\""
    }
    return text + " fill=\"\(theme.colour(of: label.ink).text)\">\(label.text.markup)</text>"
  }

  private static func sides(of box: Box) -> String {
    " x=\"\(number(box.left))\" y=\"\(number(box.top))\" width=\"\(number(box.width))\""
      + " height=\"\(number(box.height))\""
  }

  private static func path(_ curves: [[Point]]) -> String {
    "<path d=\"" + curves.map(line).joined() + "\""
  }

  private static func area(_ points: [Point], _ colour: String) -> String {
    "<path d=\"\(line(through: points))Z\" fill=\"\(colour)\" stroke=\"\(colour)\""
      + " stroke-width=\"0.6\" stroke-linejoin=\"round\"/>"
  }

  private static func line(through points: [Point]) -> String {
    guard let first = points.first else { return "" }
    return "M\(place(first))" + points.dropFirst().map { "L\(place($0))" }.joined()
  }

  private static func attributes(of stroke: Stroke, _ theme: Theme) -> String {
    var text = " fill=\"none\" stroke=\"\(theme.colour(of: stroke.ink).text)\""
    text += " stroke-width=\"\(number(stroke.width))\""
    switch stroke.pattern {
    case .solid: text += " stroke-linecap=\"round\" stroke-linejoin=\"round\""
    case .dashed: text += " stroke-dasharray=\"6 4\""
    case .dotted: text += " stroke-dasharray=\"1.5 3\""
    }
    return text + "/>"
  }

  private static func place(_ point: Point, between: String = ",") -> String {
    number(point.x) + between + number(point.y)
  }

  /// A hundredth of a page unit is below the resolution of screens and printers.
  private static func number(_ value: Double) -> String { Decimal.text(value, places: 2) }
}

extension Scene {
  /// The inline SVG of a page.
  func part(_ id: String, _ theme: Theme) -> String {
    SVGWriter.text(of: self, theme: theme, role: .part(id: id))
  }
}

extension String {
  /// The text escaped for XML and HTML. U+FFFD replaces control, bidirectional and invalid
  /// characters.
  package var markup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default:
        let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        // Bidirectional controls in file names could reorder the visible text.
        let turns =
          (0x2028...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        let isNothing = turns || (0xfffe...0xffff).contains(scalar.value)
        text.unicodeScalars.append(isControl || isNothing ? "\u{fffd}" : scalar)
      }
    }
    return text
  }
}
