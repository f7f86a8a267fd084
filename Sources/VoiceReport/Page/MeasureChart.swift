// The measures of a recording beside their limits: a row for each, with a scale of its own.

internal import VoiceTypes

/// Draws the chart.
package enum MeasureChart {
  /// A measure with what it is held against.
  private struct Row {
    let measure: Measure
    let value: Double
    let interval: ConfidenceInterval?
    let assessed: MeasureAssessment?
    let usual: BaselineMeasure?

    /// All ends that the row shows.
    var ends: [Double] {
      let limits = [assessed?.typical, assessed?.published, assessed?.outer].compactMap { $0 }
      let variation = usual?.variation
      return [value, interval?.low, interval?.high, variation?.low, variation?.high]
        .compactMap { $0 } + limits.flatMap { [$0.low, $0.high].compactMap { $0 } }
    }
  }

  /// Where the columns of a row are, in page units.
  private static let nameLeft = 14.0
  private static let valueRight = 356.0
  private static let fieldLeft = 370.0
  private static let fieldRight = 560.0
  private static let standingLeft = 574.0
  private static let rowHeight = 25.0

  /// What is compared, as a scene; nil where nothing is.
  package static func scene(of content: ReportContent, language: Language) -> Scene? {
    let rows = rows(of: content)
    guard !rows.isEmpty else { return nil }
    let fonts = Fonts()
    var marks = legend(of: rows, language, fonts)
    var top = marks.compactMap { $0.box?.bottom }.max().map { $0 + 10 } ?? fonts.margin
    for row in rows {
      marks += Self.marks(of: row, top: top, language, fonts)
      top += rowHeight
    }
    return Scene(
      width: FigureLayout.width, height: top + fonts.margin,
      title: language.text(.chartHeading),
      description: rows.map { $0.measure.facts.name.title }.joined(separator: ", "), marks: marks)
  }

  private static func rows(of content: ReportContent) -> [Row] {
    guard let findings = content.document.findings else { return [] }
    let assessed = Dictionary(
      (findings.assessment?.measures ?? []).map { ($0.measure, $0) },
      uniquingKeysWith: { first, _ in first })
    return Measure.allCases.compactMap { measure in
      guard let value = findings.biomarkers[measure].number else { return nil }
      let found = assessed[measure]
      let isCompared = found.map { $0.standing != .noReference } ?? false
      let usual = content.usual(measure)
      guard isCompared || usual != nil else { return nil }
      return Row(
        measure: measure, value: value, interval: findings.uncertainty[measure],
        assessed: isCompared ? found : nil, usual: usual)
    }
  }

  private static func marks(
    of row: Row, top: Double, _ language: Language, _ fonts: Fonts
  ) -> [Mark] {
    let middle = top + rowHeight / 2
    let line = middle + fonts.drop
    let unit = row.measure.unit
    let number = NumberFormat.text(row.value, of: row.measure, interval: row.interval)
    let value = unit.isEmpty ? number : "\(number) \(unit)"
    let room = valueRight - nameLeft - fonts.small.width(of: value) - 10
    let name = fonts.small.shortened(row.measure.facts.name.title, within: room)
    var marks: [Mark] = [
      .text(Label(name, at: Point(nameLeft, line), fonts.small)),
      .text(Label(value, at: Point(valueRight, line), fonts.small, anchor: .end)),
    ]
    marks += bars(of: row, middle: middle)
    if let standing = row.assessed?.standing {
      let text = fonts.small.shortened(
        language.text(standing.phrase), within: FigureLayout.width - standingLeft - 4)
      marks.append(.text(Label(text, at: Point(standingLeft, line), fonts.small)))
    }
    return marks
  }

  private static func bars(of row: Row, middle: Double) -> [Mark] {
    let magnitude = row.value.magnitude
    guard
      let range = Scale.range(of: row.ends, margin: 0.12, least: max(0.1 * magnitude, 1e-9))
    else { return [] }
    let scale = Scale(.differences, of: range, from: fieldLeft, to: fieldRight)
    func box(_ low: Double?, _ high: Double?, _ reach: ClosedRange<Double>) -> Box {
      Box(
        left: low.map(scale.clampedPlace) ?? fieldLeft, top: middle + reach.lowerBound,
        right: high.map(scale.clampedPlace) ?? fieldRight, bottom: middle + reach.upperBound)
    }
    var marks: [Mark] = [.rectangle(box(nil, nil, -8...8), .panel)]
    if let typical = row.assessed?.typical {
      marks.append(.rectangle(box(typical.low, typical.high, -8...8), .segment))
    }
    for (limit, ink) in [(row.assessed?.outer, Ink.purple), (row.assessed?.published, .orange)] {
      for end in [limit?.low, limit?.high].compactMap({ $0 }) {
        let x = scale.clampedPlace(of: end)
        marks.append(
          .line(from: Point(x, middle - 8), to: Point(x, middle + 8), Stroke(ink, width: 1.8)))
      }
    }
    if let usual = row.usual?.variation {
      marks.append(.rectangle(box(usual.low, usual.high, 5...8), .green))
    }
    if let interval = row.interval {
      marks.append(
        .line(
          from: Point(scale.clampedPlace(of: interval.low), middle),
          to: Point(scale.clampedPlace(of: interval.high), middle), Stroke(.blue, width: 2)))
    }
    let place = Point(scale.clampedPlace(of: row.value), middle)
    return marks + [.dots([place], .blue, diameter: 8)]
  }

  private static func legend(
    of rows: [Row], _ language: Language, _ fonts: Fonts
  ) -> [Mark] {
    var entries = [LegendEntry(.dots(.blue), language.text(.chartValue))]
    if rows.contains(where: { $0.assessed?.typical != nil }) {
      entries.append(LegendEntry(.area(.segment), language.text(.chartTypical)))
    }
    if rows.contains(where: { $0.assessed?.published != nil }) {
      entries.append(
        LegendEntry(.line(Stroke(.orange, width: 1.8)), language.text(.chartPublished)))
    }
    if rows.contains(where: { $0.assessed?.outer != nil }) {
      entries.append(LegendEntry(.line(Stroke(.purple, width: 1.8)), language.text(.chartOuter)))
    }
    if rows.contains(where: { $0.usual != nil }) {
      entries.append(LegendEntry(.area(.green), language.text(.chartUsual)))
    }
    var marks: [Mark] = []
    for (index, entry) in entries.enumerated() {
      let column = Double(index % 2)
      let x = fonts.margin + column * FigureLayout.width / 2
      let middle = fonts.margin + (Double(index / 2) + 0.5) * fonts.small.lineHeight
      marks += entry.sample(at: Point(x, middle), width: 18)
      marks.append(.text(Label(entry.text, at: Point(x + 26, middle + fonts.drop), fonts.small)))
    }
    return marks
  }
}

extension Standing {
  /// What it is called.
  var phrase: Phrase {
    switch self {
    case .within: .standingWithin
    case .atEdge: .standingAtEdge
    case .outside: .standingOutside
    case .outsidePublished: .standingOutsidePublished
    case .unusualForReference: .standingUnusual
    case .noReference: .standingNone
    }
  }
}
