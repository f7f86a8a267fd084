// Labels know their boxes, so that tests can detect overlaps.

/// The style of a line.
package struct Stroke: Sendable, Equatable {
  /// The dash pattern.
  package enum Pattern: Sendable {
    case solid
    case dashed
    case dotted
  }

  package var ink: Ink
  package var width: Double
  package var pattern: Pattern

  package init(_ ink: Ink, width: Double = 1, _ pattern: Pattern = .solid) {
    (self.ink, self.width, self.pattern) = (ink, width, pattern)
  }
}

/// A single line of text.
package struct Label: Sendable, Equatable {
  /// The point of the text at `place`.
  package enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  /// The text direction.
  package enum Direction: Sendable {
    case level
    /// Rotated by 90 degrees, read from the bottom up.
    case upwards
  }

  package var text: String
  package var place: Point
  package var font: Font
  package var ink: Ink
  package var anchor: Anchor
  package var direction: Direction

  package init(
    _ text: String, at place: Point, _ font: Font, ink: Ink = .text, anchor: Anchor = .start,
    direction: Direction = .level
  ) {
    (self.text, self.place, self.font) = (text, place, font)
    (self.ink, self.anchor, self.direction) = (ink, anchor, direction)
  }

  /// The area of the text.
  package var box: Box {
    let width = font.width(of: text)
    let before =
      switch anchor {
      case .start: 0.0
      case .middle: width / 2
      case .end: width
      }
    switch direction {
    case .level:
      return Box(
        left: place.x - before, top: place.y - font.ascent, right: place.x - before + width,
        bottom: place.y + font.descent)
    case .upwards:
      return Box(
        left: place.x - font.ascent, top: place.y + before - width,
        right: place.x + font.descent, bottom: place.y + before)
    }
  }
}

/// A drawing primitive.
package enum Mark: Sendable, Equatable {
  /// A straight line.
  case line(from: Point, to: Point, Stroke)
  /// Polylines without a fill.
  case curves([[Point]], Stroke)
  /// Dots of a diameter.
  case dots([Point], Ink, diameter: Double)
  /// A filled polygon with a thin outline, visible at zero height.
  case area([Point], Ink)
  /// A filled rectangle.
  case rectangle(Box, Ink)
  /// The outline of a rectangle.
  case frame(Box, Stroke)
  /// A text.
  case text(Label)
  /// An image in shades from the panel background to the text colour, stretched over a box.
  case image(IndexedImage, levels: Int, Box)

  /// Returns a text with its anchor at `place`.
  static func label(
    _ text: String, at place: Point, _ font: Font, ink: Ink = .text, anchor: Label.Anchor = .start,
    direction: Label.Direction = .level
  ) -> Mark {
    .text(Label(text, at: place, font, ink: ink, anchor: anchor, direction: direction))
  }

  /// The bounding box without line widths; nil for an empty mark.
  package var box: Box? {
    switch self {
    case .line(let from, let to, _): Box(around: [from, to])
    case .curves(let curves, _): Box(around: curves.flatMap { $0 })
    case .dots(let points, _, _), .area(let points, _): Box(around: points)
    case .rectangle(let box, _), .frame(let box, _), .image(_, _, let box): box
    case .text(let label): label.box
    }
  }
}

/// A page of marks.
package struct Scene: Sendable, Equatable {
  /// The size, in page units, with the origin at the upper left corner.
  package let width: Double
  package let height: Double

  /// The title and the text alternative.
  package let title: String
  package let description: String

  /// The marks in drawing order.
  package let marks: [Mark]

  package init(
    width: Double, height: Double, title: String, description: String, marks: [Mark]
  ) {
    (self.width, self.height, self.marks) = (width, height, marks)
    (self.title, self.description) = (title, description)
  }
}
