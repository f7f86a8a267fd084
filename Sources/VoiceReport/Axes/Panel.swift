// A field of a figure with two axes: a frame, ticks with numbers, what the axes are of, and marks that
// stay within it.

/// What an axis is of.
package struct AxisTitle: Sendable {
  let text: String
  let mostTicks: Int

  /// A title with its unit, and how many ticks there is room for.
  package init(_ text: String, mostTicks: Int) { (self.text, self.mostTicks) = (text, mostTicks) }
}

/// A field with its scales.
package struct Panel: Sendable {
  /// The length of a tick, and the distance of its number, in page units.
  static let tickLength = 4.0
  static let tickGap = 4.0

  /// The field within the axes.
  package let field: Box

  package let x: Scale
  package let y: Scale

  /// A field with the numbers along its edges.
  package init(
    _ field: Box, x: (Scale.Kind, ClosedRange<Double>), y: (Scale.Kind, ClosedRange<Double>)
  ) {
    self.field = field
    self.x = Scale(x.0, of: x.1, from: field.left, to: field.right)
    self.y = Scale(y.0, of: y.1, from: field.bottom, to: field.top)
  }

  /// Where two numbers meet, held within the field.
  package func point(_ x: Double, _ y: Double) -> Point {
    Point(self.x.clampedPlace(of: x), self.y.clampedPlace(of: y))
  }

  /// The part of the field from one number of the x axis to another; nil for nothing of it.
  package func band(from low: Double, to high: Double) -> Box? {
    let (left, right) = (x.clampedPlace(of: low), x.clampedPlace(of: high))
    guard right > left else { return nil }
    return Box(left: left, top: field.top, right: right, bottom: field.bottom)
  }

  /// The ground, before any mark of the field.
  package func ground(yTicks: Int) -> [Mark] {
    [.rectangle(field, .panel)] + grid(yTicks: yTicks)
  }

  /// Lines at the ticks of the y axis.
  package func grid(yTicks: Int) -> [Mark] {
    y.ticks(atMost: yTicks).values.map { value in
      let place = y.place(of: value)
      return .line(from: Point(field.left, place), to: Point(field.right, place), Stroke(.grid))
    }
  }

  /// The axes with their ticks, numbers and titles, after all marks of the field.
  package func axes(x xTitle: AxisTitle?, y yTitle: AxisTitle, _ fonts: Fonts) -> [Mark] {
    var marks: [Mark] = [.frame(field, Stroke(.axis))]
    marks += yAxis(yTitle, fonts)
    if let xTitle { marks += xAxis(xTitle, fonts) }
    return marks
  }

  private func yAxis(_ title: AxisTitle, _ fonts: Fonts) -> [Mark] {
    let ticks = y.ticks(atMost: title.mostTicks)
    var marks: [Mark] = []
    for (value, text) in zip(ticks.values, ticks.labels) {
      let place = y.place(of: value)
      marks.append(
        .line(
          from: Point(field.left - Self.tickLength, place), to: Point(field.left, place),
          Stroke(.axis)))
      marks.append(
        .text(
          Label(
            text, at: Point(field.left - Self.tickLength - Self.tickGap, place + fonts.drop),
            fonts.small, ink: .quiet, anchor: .end)))
    }
    let middle = Point(fonts.margin + fonts.small.ascent, field.middle.y)
    return marks + [
      .text(
        Label(
          title.text, at: middle, fonts.small, ink: .quiet, anchor: .middle, direction: .upwards))
    ]
  }

  private func xAxis(_ title: AxisTitle, _ fonts: Fonts) -> [Mark] {
    let ticks = x.ticks(atMost: title.mostTicks)
    let line = field.bottom + Self.tickLength + Self.tickGap + fonts.small.ascent
    var marks: [Mark] = []
    for (value, text) in zip(ticks.values, ticks.labels) {
      let place = x.place(of: value)
      marks.append(
        .line(
          from: Point(place, field.bottom), to: Point(place, field.bottom + Self.tickLength),
          Stroke(.axis)))
      marks.append(
        .text(Label(text, at: Point(place, line), fonts.small, ink: .quiet, anchor: .middle)))
    }
    let below = Point(field.middle.x, line + fonts.small.lineHeight)
    return marks + [.text(Label(title.text, at: below, fonts.small, ink: .quiet, anchor: .middle))]
  }

  /// The room below the field that the x axis takes.
  package static func roomBelow(_ fonts: Fonts) -> Double {
    tickLength + tickGap + fonts.small.ascent + fonts.small.lineHeight + fonts.small.descent
  }
}

/// The fonts and distances of a figure.
package struct Fonts: Sendable {
  /// The smallest text, which at a width of 600 pixels is 10 high.
  package let small = Font(size: 12)
  package let body = Font(size: 12.5)
  package let heading = Font(size: 13, weight: .bold)
  package let title = Font(size: 16, weight: .bold)

  /// The edge of the page that stays free.
  package let margin = 14.0

  /// From the middle of a small text to the line that it stands on.
  var drop: Double { (small.ascent - small.descent) / 2 }

  /// The fonts of all figures.
  package init() {}
}
