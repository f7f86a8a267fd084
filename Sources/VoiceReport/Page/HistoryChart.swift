// One panel per measure, with a common time axis and the personal ranges of the sessions.

package import VoiceTypes

/// Renderer of the history.
package enum HistoryChart {
  private static let columns = 3
  private static let gap = 18.0
  private static let fieldHeight = 74.0
  private static let numbersWidth = 46.0

  /// Returns the measures with a value in any session, primary endpoints first.
  package static func measures(of history: VoiceHistory) -> [Measure] {
    let known = Set(
      history.sessions.flatMap { session in
        session.values.filter { $0.number != nil }.map(\.measure)
      })
    let all = Measure.allCases.filter(known.contains)
    let first = all.filter { $0.facts.followed?.isPrimary ?? false }
    return first + all.filter { !first.contains($0) }
  }

  /// Returns the history as a scene.
  package static func scene(
    of history: VoiceHistory, measures: ArraySlice<Measure>, language: Language
  ) -> Scene {
    let fonts = Fonts()
    let room = (FigureLayout.width - 2 * fonts.margin - gap * Double(columns - 1)) / Double(columns)
    var marks = legend(of: history, language, fonts)
    let start = marks.compactMap { $0.box?.bottom }.max().map { $0 + 8 } ?? fonts.margin
    let step =
      fonts.heading.lineHeight + fieldHeight + fonts.small.lineHeight + Panel.tickLength + 14
    for (index, measure) in measures.enumerated() {
      let left = fonts.margin + Double(index % columns) * (room + gap)
      let top = start + Double(index / columns) * step
      let plot = MeasurePlot(
        measure: measure, history: history, language: language, fonts: fonts,
        field: Box(
          left: left + numbersWidth, top: top + fonts.heading.lineHeight + 4, right: left + room,
          bottom: top + fonts.heading.lineHeight + 4 + fieldHeight))
      marks += plot.marks(headingAt: Point(left, top))
    }
    let rows = (measures.count + columns - 1) / columns
    return Scene(
      width: FigureLayout.width, height: start + Double(rows) * step + fonts.margin / 2,
      title: language.text(.historyHeading),
      description: measures.map(language.name).joined(separator: ", "), marks: marks)
  }

  private static func legend(
    of history: VoiceHistory, _ language: Language, _ fonts: Fonts
  ) -> [Mark] {
    let values = history.sessions.flatMap(\.values)
    let entries = LegendEntry.shown(
      [
        (.dots(.blue), .historySession, true),
        (.dots(.green), .historyInBaseline, history.sessions.contains(where: \.isInBaseline)),
        (.dots(.orange), .historyLarger, values.contains { $0.changeClass == .larger }),
        (.area(.leftOutLight), .historyUsual, values.contains { $0.usual?.range != nil }),
      ], language)
    return LegendEntry.marks(of: entries, columns: 2, fonts)
  }
}

/// The panel of one measure.
private struct MeasurePlot {
  let measure: Measure
  let history: VoiceHistory
  let language: Language
  let fonts: Fonts
  let field: Box

  /// A value with its x coordinate.
  private struct Spot {
    let x: Double
    let value: HistoryValue
    let isInBaseline: Bool

    var ink: Ink {
      value.changeClass == .larger ? .orange : isInBaseline ? .green : .blue
    }
  }

  /// X coordinates of the sessions: seconds since the first one, or indices if a time is missing.
  private var places: [Double] {
    let times = history.sessions.compactMap { $0.recordedAt.map { Double($0.seconds) } }
    guard times.count == history.sessions.count, let first = times.first, let last = times.last,
      last > first
    else { return history.sessions.indices.map { Double($0) } }
    return times.map { $0 - first }
  }

  func marks(headingAt place: Point) -> [Mark] {
    let unit = language.unit(of: measure)
    let title = language.name(of: measure) + (unit.isEmpty ? "" : " (\(unit))")
    let heading = Mark.label(
      fonts.body.shortened(title, within: field.right - place.x),
      at: Point(place.x, place.y + fonts.body.ascent + 2), fonts.body)
    let spots = zip(history.sessions, places).compactMap { session, x in
      session.values.first { $0.measure == measure }.map {
        Spot(x: x, value: $0, isInBaseline: session.isInBaseline)
      }
    }
    return [heading] + plot(of: spots) + axisOfTime
  }

  private func plot(of spots: [Spot]) -> [Mark] {
    let ends = spots.flatMap { spot in
      [spot.value.number, spot.value.usual?.range?.low, spot.value.usual?.range?.high]
        .compactMap { $0 }
    }
    let most = ends.map(\.magnitude).max() ?? 1
    guard let range = Scale.range(of: ends, margin: 0.1, least: max(0.1 * most, 1e-9)) else {
      return []
    }
    let last = max(places.last ?? 0, 1e-9)
    let panel = Panel(field, x: (-0.05 * last)...(1.05 * last), y: range)
    var marks: [Mark] = [.rectangle(field, .panel)] + bands(of: spots, in: panel)
    marks += panel.grid(yTicks: 4)
    marks += Curve.marks(
      through: spots.map { ($0.x, $0.value.number) }, in: panel, Stroke(.axis, width: 0.8))
    for ink in [Ink.blue, .green, .orange] {
      let shown = spots.filter { $0.ink == ink }.compactMap { spot in
        spot.value.number.map { panel.point(spot.x, $0) }
      }
      if !shown.isEmpty { marks.append(.dots(shown, ink, diameter: 6)) }
    }
    return marks + [.frame(field, Stroke(.axis))] + numbers(of: panel)
  }

  /// Returns the personal range at each session, extended halfway to its neighbours.
  private func bands(of spots: [Spot], in panel: Panel) -> [Mark] {
    spots.indices.compactMap { index in
      guard let usual = spots[index].value.usual?.range else { return nil }
      let x = spots[index].x
      let before = index > 0 ? (spots[index - 1].x + x) / 2 : panel.x.domain.lowerBound
      let after =
        index + 1 < spots.count ? (spots[index + 1].x + x) / 2 : panel.x.domain.upperBound
      return .rectangle(
        Box(
          left: panel.x.clampedPosition(of: before), top: panel.y.clampedPosition(of: usual.high),
          right: panel.x.clampedPosition(of: after), bottom: panel.y.clampedPosition(of: usual.low)),
        .leftOutLight)
    }
  }

  private func numbers(of panel: Panel) -> [Mark] {
    let ticks = panel.y.ticks(atMost: 4)
    return zip(ticks.values, ticks.labels).map { value, text in
      .label(
        language.localized(text), at: Point(field.left - 6, panel.y.place(of: value) + fonts.drop),
        fonts.small, ink: .quiet, anchor: .end)
    }
  }

  /// Labels of the first and the last session; a single one is centred.
  private var axisOfTime: [Mark] {
    let days = history.sessions.map { session in
      session.recordedAt.map { language.day($0.text) } ?? session.id
    }
    guard let first = days.first, let last = days.last else { return [] }
    let y = field.bottom + fonts.small.ascent + 4
    func label(_ day: String, at x: Double, _ anchor: Label.Anchor, within room: Double) -> Mark {
      .label(
        fonts.small.shortened(day, within: room), at: Point(x, y), fonts.small, ink: .quiet,
        anchor: anchor)
    }
    guard first != last else {
      return [label(first, at: field.middle.x, .middle, within: field.width)]
    }
    let half = field.width / 2 - 6
    return [
      label(first, at: field.left, .start, within: half),
      label(last, at: field.right, .end, within: half),
    ]
  }
}
