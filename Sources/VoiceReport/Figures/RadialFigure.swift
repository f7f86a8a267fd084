// The radial graph of the families: one axis per lead measure, with its limit on a common circle. After the
// radial graph of the Multi-Dimensional Voice Program (Kay Elemetrics).

internal import RealModule
package import VoiceTypes

/// The distance of a value from the centre of its axis. The limit is at 1.
package enum RadialScale {
  /// The distance of the outer end of an axis. Values beyond it are drawn at the end.
  package static let end = 2.0

  /// Returns the distance of a value: its ratio to an upper limit, the ratio of a lower limit to it, or
  /// the deviation from the geometric middle of two limits over that of the limits. Decibels are
  /// ratios of amplitudes. Nil without a limit.
  package static func distance(of value: Double, _ limit: AppliedLimit, unit: String) -> Double? {
    let ratio: Double? =
      switch (limit.low, limit.high) {
      case (let low?, let high?) where low > 0 && high > low:
        Double.log(max(value, .leastNormalMagnitude) / low * (value / high)).magnitude
          / Double.log(high / low)
      case (nil, let limit?) where unit == "dB": Double.pow(10, (value - limit) / 20)
      case (let limit?, nil) where unit == "dB": Double.pow(10, (limit - value) / 20)
      case (nil, let limit?) where limit > 0: value / limit
      case (let limit?, nil) where limit > 0: value > 0 ? limit / value : end
      default: nil
      }
    return ratio.map { $0.isNaN ? end : min(max($0, 0), end) }
  }

  /// Returns the distances of an interval: from the centre if it contains the middle of two limits.
  static func distances(
    of interval: ConfidenceInterval, _ limit: AppliedLimit, unit: String
  ) -> ClosedRange<Double>? {
    guard let low = distance(of: interval.low, limit, unit: unit),
      let high = distance(of: interval.high, limit, unit: unit)
    else { return nil }
    guard let least = limit.low, let most = limit.high,
      interval.low * interval.low < least * most, interval.high * interval.high > least * most
    else { return min(low, high)...max(low, high) }
    return 0...max(low, high)
  }
}

/// Renderer of the radial graph.
package struct RadialFigure {
  /// The size of the graph and the radius of the limit, in page units.
  private static let (width, height, radius) = (410.0, 276.0, 48.0)

  /// The distance between two visits on one axis, and that of labels from its end.
  private static let (lane, labelGap) = (10.0, 9.0)

  private let language: Language

  /// Returns the graph of one recording, or of two on the same axes; nil if no family has a limit.
  /// - Parameter visits: The recordings with their names in the legend, empty for one recording.
  package static func scene(
    of visits: [(name: String, content: ReportContent)], language: Language
  ) -> Scene? {
    let rows = visits.map { visit in
      visit.content.document.findings.map {
        ReportTexts(of: visit.content, language: language).leads(of: $0)
      } ?? []
    }
    let families = ReportTexts.leads.map { lead in
      rows.map { rows in
        rows.first { $0.measure == lead } ?? rows.first { $0.measure.group == lead.group }
      }
    }
    guard families.joined().contains(where: { $0?.bound != nil }) else { return nil }
    return RadialFigure(language: language)
      .scene(of: families, visits.map(\.name).filter { !$0.isEmpty })
  }

  private func scene(of families: [[ReportTexts.Lead?]], _ names: [String]) -> Scene {
    var layout = FigureLayout(
      untitled: language.text(.radialHeading), width: Self.width, language: language)
    layout.heading(.radialHeading)
    let field = layout.field(height: Self.height, hasXAxis: false)
    let centre = Point(Self.width / 2, field.middle.y)
    layout.add(Self.circles(around: centre))
    for (index, family) in families.enumerated() {
      let turn = 2 * Double.pi * Double(index) / Double(families.count)
      let axis = Axis(centre: centre, x: .sin(turn), y: -.cos(turn))
      layout.add(marks(of: family, on: axis))
    }
    layout.legend(
      [
        LegendEntry(.area(.segment), language.text(.radialInside)),
        LegendEntry(.line(Stroke(.axis, width: 1, .dotted)), language.text(.radialNone)),
      ] + zip([Ink.quiet, .blue], names).map { LegendEntry(.dots($0), $1) })
    return layout.scene(description: description(of: families))
  }

  /// The text alternative: each family with its values, limits and results.
  private func description(of families: [[ReportTexts.Lead?]]) -> String {
    ([language.text(.radialScale)]
      + families.flatMap { $0.compactMap(\.self) }.map { lead in
        [language.rowName(of: lead.measure), lead.value, lead.limit, lead.result]
          .filter { !$0.isEmpty }.joined(separator: ", ") + "."
      }).joined(separator: " ")
  }

  private static func circles(around centre: Point) -> [Mark] {
    let end = 2 * RadialScale.end * radius
    return [
      .dots([centre], .grid, diameter: end + 2), .dots([centre], .page, diameter: end),
      .dots([centre], .text, diameter: 2 * radius + 3),
      .dots([centre], .segment, diameter: 2 * radius),
    ]
  }

  /// The axis of a family: a direction from the centre.
  private struct Axis {
    let centre: Point
    let x: Double
    let y: Double

    /// Returns the place at a distance from the centre and one from the axis, in page units.
    func place(_ distance: Double, _ lane: Double = 0) -> Point {
      Point(centre.x + distance * x - lane * y, centre.y + distance * y + lane * x)
    }
  }

  private func marks(of family: [ReportTexts.Lead?], on axis: Axis) -> [Mark] {
    let hasLimit = family.contains { $0?.bound != nil }
    let line = Mark.line(
      from: axis.centre, to: axis.place(RadialScale.end * Self.radius),
      Stroke(.axis, width: 1, hasLimit ? .solid : .dotted))
    let middle = Double(family.count - 1) / 2
    let values = family.enumerated().flatMap { index, lead in
      let lane = Self.lane * (Double(index) - middle)
      return lead.map { marks(of: $0, on: axis, lane, index + 1 == family.count ? .blue : .quiet) }
        ?? []
    }
    return [line] + values + (family.last.flatMap(\.self).map { labels(of: $0, on: axis) } ?? [])
  }

  /// Returns the point of a value and the bar of its interval. A value beyond its limit is a diamond.
  private func marks(
    of lead: ReportTexts.Lead, on axis: Axis, _ lane: Double, _ ink: Ink
  ) -> [Mark] {
    let unit = lead.measure.unit
    guard let number = lead.number, let bound = lead.bound,
      let distance = RadialScale.distance(of: number, bound, unit: unit)
    else { return [] }
    let ends = lead.bounds.flatMap { RadialScale.distances(of: $0, bound, unit: unit) }
    let bar = ends.map { ends in
      Mark.line(
        from: axis.place(ends.lowerBound * Self.radius, lane),
        to: axis.place(ends.upperBound * Self.radius, lane), Stroke(ink, width: 2.5))
    }
    let place = axis.place(distance * Self.radius, lane)
    let corners = [(0.0, -7.0), (7, 0), (0, 7), (-7, 0)].map {
      Point(place.x + $0.0, place.y + $0.1)
    }
    return [bar].compactMap(\.self)
      + [distance > 1 ? .area(corners, .orange) : .dots([place], ink, diameter: 8)]
  }

  /// Returns the name at the end of an axis, with the result of a family without a limit.
  private func labels(of lead: ReportTexts.Lead, on axis: Axis) -> [Mark] {
    let fonts = Fonts()
    let place = axis.place(RadialScale.end * Self.radius + Self.labelGap)
    let anchor: Label.Anchor = axis.x > 0.1 ? .start : axis.x < -0.1 ? .end : .middle
    let room = anchor == .middle ? Self.width : Self.width / 2 - (place.x - axis.centre.x).magnitude
    let sign = lead.hasSign ? lead.result.prefix(2) : ""
    let bold = Font(size: fonts.small.size, weight: sign.isEmpty ? .regular : .bold)
    let names = bold.lines(of: sign + language.rowName(of: lead.measure), within: room)
    let results = lead.bound == nil ? fonts.small.lines(of: lead.result, within: room) : []
    let height = Double(names.count + results.count) * fonts.small.lineHeight
    // Above the top axis, below the bottom one, and centred at the ends of level ones.
    let top = place.y + (axis.y - 1) * height / 2
    return (names + results).enumerated().map { index, line in
      let middle = top + (Double(index) + 0.5) * fonts.small.lineHeight
      let isName = index < names.count
      return .label(
        line, at: Point(place.x, middle + fonts.drop), isName ? bold : fonts.small,
        ink: isName ? .text : .quiet, anchor: anchor)
    }
  }
}
