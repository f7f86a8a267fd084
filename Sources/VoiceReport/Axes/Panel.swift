/// The title of an axis.
package struct AxisTitle: Sendable {
  let text: String
  let mostTicks: Int

  /// Creates a title with its unit and the maximum number of ticks.
  package init(_ text: String, mostTicks: Int) { (self.text, self.mostTicks) = (text, mostTicks) }
}

/// A plot area with an x and a y scale.
package struct Panel: Sendable {
  /// The length of a tick and the space to its label, in page units.
  static let tickLength = 4.0
  static let tickGap = 4.0

  /// The area inside the axes.
  package let field: Box

  package let x: Scale
  package let y: Scale

  /// Creates a panel with the value ranges of both axes; the x axis is linear.
  package init(
    _ field: Box, x: ClosedRange<Double>, y: ClosedRange<Double>, _ kind: Scale.Kind = .differences
  ) {
    self.field = field
    self.x = Scale(.differences, of: x, from: field.left, to: field.right)
    self.y = Scale(kind, of: y, from: field.bottom, to: field.top)
  }

  /// Returns the position of a pair of values, clamped to the plot area.
  package func point(_ x: Double, _ y: Double) -> Point {
    Point(self.x.clampedPosition(of: x), self.y.clampedPosition(of: y))
  }

  /// Returns the vertical band between two x values; nil for an empty band.
  package func band(from low: Double, to high: Double) -> Box? {
    let (left, right) = (x.clampedPosition(of: low), x.clampedPosition(of: high))
    guard right > left else { return nil }
    return Box(left: left, top: field.top, right: right, bottom: field.bottom)
  }

  /// Returns a line over the whole width at a value of the y axis, clamped to the plot area.
  func level(_ value: Double, _ stroke: Stroke) -> Mark {
    let y = y.clampedPosition(of: value)
    return .line(from: Point(field.left, y), to: Point(field.right, y), stroke)
  }

  /// Returns a line over the whole height at a value of the x axis, clamped to the plot area.
  func upright(_ value: Double, _ stroke: Stroke) -> Mark {
    let x = x.clampedPosition(of: value)
    return .line(from: Point(x, field.top), to: Point(x, field.bottom), stroke)
  }

  /// Returns the background and the grid, for drawing before the curves.
  package func ground(yTicks: Int) -> [Mark] {
    [.rectangle(field, .panel)] + grid(yTicks: yTicks)
  }

  /// Returns lines at the ticks of the y axis.
  package func grid(yTicks: Int) -> [Mark] {
    y.ticks(atMost: yTicks).values.map { level($0, Stroke(.grid)) }
  }

  /// Returns axes with ticks and titles, for drawing after the curves.
  package func axes(x xTitle: AxisTitle?, y yTitle: AxisTitle, _ fonts: Fonts) -> [Mark] {
    [.frame(field, Stroke(.axis))] + yAxis(yTitle, fonts) + (xTitle.map { xAxis($0, fonts) } ?? [])
  }

  private func yAxis(_ title: AxisTitle, _ fonts: Fonts) -> [Mark] {
    let ticks = y.ticks(atMost: title.mostTicks)
    let marks = zip(ticks.values, ticks.labels).flatMap { value, text -> [Mark] in
      let place = y.place(of: value)
      let start = field.left - Self.tickLength
      return [
        .line(from: Point(start, place), to: Point(field.left, place), Stroke(.axis)),
        .label(
          text, at: Point(start - Self.tickGap, place + fonts.drop), fonts.small, ink: .quiet,
          anchor: .end),
      ]
    }
    let middle = Point(fonts.margin + fonts.small.ascent, field.middle.y)
    return marks + [
      .label(
        title.text, at: middle, fonts.small, ink: .quiet, anchor: .middle, direction: .upwards)
    ]
  }

  private func xAxis(_ title: AxisTitle, _ fonts: Fonts) -> [Mark] {
    let ticks = x.ticks(atMost: title.mostTicks)
    let end = field.bottom + Self.tickLength
    let line = end + Self.tickGap + fonts.small.ascent
    let marks = zip(ticks.values, ticks.labels).flatMap { value, text -> [Mark] in
      let place = x.place(of: value)
      return [
        .line(from: Point(place, field.bottom), to: Point(place, end), Stroke(.axis)),
        .label(text, at: Point(place, line), fonts.small, ink: .quiet, anchor: .middle),
      ]
    }
    let below = Point(field.middle.x, line + fonts.small.lineHeight)
    return marks + [.label(title.text, at: below, fonts.small, ink: .quiet, anchor: .middle)]
  }

  /// Returns the height of the x axis below the plot area.
  package static func roomBelow(_ fonts: Fonts) -> Double {
    tickLength + tickGap + fonts.small.ascent + fonts.small.lineHeight + fonts.small.descent
  }
}

/// Fonts and distances of figures.
package struct Fonts: Sendable {
  /// The smallest text: 10 pixels high at a figure width of 600 pixels.
  package let small = Font(size: 12)
  package let body = Font(size: 12.5)
  package let heading = Font(size: 13, weight: .bold)
  package let title = Font(size: 16, weight: .bold)

  /// The page margin, in page units.
  package let margin = 14.0

  /// Distance from the middle of a small text to its baseline.
  var drop: Double { (small.ascent - small.descent) / 2 }

  package init() {}
}
