// A drawing before it is written: marks on a page, in the order in which they cover each other. Texts
// know their boxes, so that what a reader would see as a fault can be tested.

/// How a line is drawn.
package struct Stroke: Sendable, Equatable {
  /// What interrupts it.
  package enum Pattern: Sendable {
    case solid
    case dashed
    case dotted
  }

  package var ink: Ink
  package var width: Double
  package var pattern: Pattern

  /// A line of an ink; one page unit wide unless told.
  package init(_ ink: Ink, width: Double = 1, _ pattern: Pattern = .solid) {
    (self.ink, self.width, self.pattern) = (ink, width, pattern)
  }
}

/// A text in one line.
package struct Label: Sendable, Equatable {
  /// Which point of the text lies at its place.
  package enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  /// The way it is read.
  package enum Direction: Sendable {
    case level
    /// From the bottom up, its foot to the right.
    case upwards
  }

  package var text: String
  package var place: Point
  package var font: Font
  package var ink: Ink
  package var anchor: Anchor
  package var direction: Direction

  /// A text whose line begins, has its middle, or ends at a place.
  package init(
    _ text: String, at place: Point, _ font: Font, ink: Ink = .text, anchor: Anchor = .start,
    direction: Direction = .level
  ) {
    (self.text, self.place, self.font) = (text, place, font)
    (self.ink, self.anchor, self.direction) = (ink, anchor, direction)
  }

  /// What it covers.
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

/// One thing on a page.
package enum Mark: Sendable, Equatable {
  /// A straight line.
  case line(from: Point, to: Point, Stroke)
  /// Curves without a fill, each through its points.
  case curves([[Point]], Stroke)
  /// Dots around points, of a diameter.
  case dots([Point], Ink, diameter: Double)
  /// An area within its points, with an edge that is seen where the area has no height.
  case area([Point], Ink)
  /// A filled box.
  case rectangle(Box, Ink)
  /// The edge of a box.
  case frame(Box, Stroke)
  /// A text.
  case text(Label)
  /// An image from the ground of a panel to its opposite, stretched over a box.
  case image(IndexedImage, levels: Int, Box)

  /// What it covers, without the width of lines; nil for nothing.
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
  /// The page, from its upper left corner, in page units.
  package let width: Double
  package let height: Double

  /// What it is called, and what it shows, for those who do not see it.
  package let title: String
  package let description: String

  /// The marks, those that cover others last.
  package let marks: [Mark]

  /// A page with its marks.
  package init(
    width: Double, height: Double, title: String, description: String, marks: [Mark]
  ) {
    (self.width, self.height, self.marks) = (width, height, marks)
    (self.title, self.description) = (title, description)
  }

  /// The texts of the page.
  package var labels: [Label] {
    marks.compactMap { if case .text(let label) = $0 { label } else { nil } }
  }
}
