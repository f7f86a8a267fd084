// Measures with their reference limits, one row and one scale per measure.

package import VoiceTypes

/// Renderer of the chart.
package enum MeasureChart {
  /// A measure with its limits and personal range.
  private struct Row {
    let measure: Measure
    let value: Double
    let interval: ConfidenceInterval?
    let assessed: MeasureAssessment?
    let usual: ConfidenceInterval?

    /// All values that the scale must include.
    var ends: [Double] {
      let limits = [assessed?.decidingRange, assessed?.published].compactMap { $0 }
      return [value, interval?.low, interval?.high, usual?.low, usual?.high]
        .compactMap { $0 } + limits.flatMap { [$0.low, $0.high].compactMap { $0 } }
    }
  }

  /// Row geometry, in page units.
  package struct Rows: Sendable {
    /// The chart width.
    let width: Double

    /// The number of columns, and the row height.
    let columns: Int
    let height: Double

    /// Half-height of the bars.
    let reach: Double

    /// X coordinates of the row parts, relative to the column.
    let valueRight: Double
    let field: ClosedRange<Double>

    /// One column, for screens.
    package static let usual = Rows(
      width: FigureLayout.width, columns: 1, height: 25, reach: 8, valueRight: 356,
      field: 370...560)

    /// Two columns, for paper.
    package static let close = Rows(
      width: 1040, columns: 2, height: 17, reach: 5.5, valueRight: 288, field: 298...376)

    static let nameLeft = 14.0

    /// Vertical margin; a sheet of paper has its own distances.
    var margin: Double { columns == 1 ? Fonts().margin : 2 }
    var standingLeft: Double { field.upperBound + (columns == 1 ? 14 : 8) }
    var columnWidth: Double { width / Double(columns) }
  }

  /// Returns the measures with limits or a personal range.
  static func measures(of content: ReportContent) -> [Measure] {
    rows(of: content).map(\.measure)
  }

  /// Returns the chart as a scene; nil without compared measures.
  package static func scene(
    of content: ReportContent, language: Language, rows style: Rows = .usual
  ) -> Scene? {
    let rows = rows(of: content)
    guard !rows.isEmpty else { return nil }
    let fonts = Fonts()
    var marks = legend(of: rows, style, language, fonts)
    let top = marks.compactMap { $0.box?.bottom }.max().map { $0 + 10 } ?? style.margin
    let below = (rows.count + style.columns - 1) / style.columns
    for (index, row) in rows.enumerated() {
      let corner = Point(
        Double(index / below) * style.columnWidth, top + Double(index % below) * style.height)
      marks += Self.marks(of: row, style, language, fonts)
        .map { $0.scaled(movedBy: corner) }
    }
    return Scene(
      width: style.width, height: top + Double(below) * style.height + style.margin,
      title: language.text(.chartHeading),
      description: rows.map { language.name(of: $0.measure) }.joined(separator: ", "), marks: marks)
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
      let usual = content.personalRange(of: measure)?.range
      // Other measures of a family repeat its lead measure.
      let isLead = usual != nil && measure.facts.followed?.isPrimary == true
      guard isCompared || isLead else { return nil }
      return Row(
        measure: measure, value: value, interval: findings.uncertainty[measure],
        assessed: isCompared ? found : nil, usual: usual)
    }
  }

  private static func marks(
    of row: Row, _ style: Rows, _ language: Language, _ fonts: Fonts
  ) -> [Mark] {
    let middle = style.height / 2
    let line = middle + fonts.drop
    let format = MeasureFormat(
      of: row.value, row.measure, interval: row.interval, in: language)
    let value = format.text(row.value) + format.unit
    let room = style.valueRight - Rows.nameLeft - fonts.small.width(of: value) - 10
    let name = fonts.small.shortened(language.name(of: row.measure), within: room)
    var marks: [Mark] = [
      .text(Label(name, at: Point(Rows.nameLeft, line), fonts.small)),
      .text(Label(value, at: Point(style.valueRight, line), fonts.small, anchor: .end)),
    ]
    marks += bars(of: row, middle: middle, style)
    if let assessed = row.assessed {
      let text = fonts.small.shortened(
        language.text(assessed.standingPhrase), within: style.columnWidth - style.standingLeft - 4)
      marks.append(.text(Label(text, at: Point(style.standingLeft, line), fonts.small)))
    }
    return marks
  }

  private static func bars(of row: Row, middle: Double, _ style: Rows) -> [Mark] {
    let reach = style.reach
    let (fieldLeft, fieldRight) = (style.field.lowerBound, style.field.upperBound)
    let magnitude = row.value.magnitude
    guard
      let range = Scale.range(of: row.ends, margin: 0.12, least: max(0.1 * magnitude, 1e-9))
    else { return [] }
    let scale = Scale(.differences, of: range, from: fieldLeft, to: fieldRight)
    func box(_ low: Double?, _ high: Double?, from start: Double) -> Box {
      Box(
        left: low.map(scale.clampedPosition) ?? fieldLeft, top: middle + start,
        right: high.map(scale.clampedPosition) ?? fieldRight, bottom: middle + reach)
    }
    var marks: [Mark] = [.rectangle(box(nil, nil, from: -reach), .panel)]
    if let typical = row.assessed?.decidingRange {
      marks.append(.rectangle(box(typical.low, typical.high, from: -reach), .segment))
    }
    let published = row.assessed?.published
    for end in [published?.low, published?.high].compactMap({ $0 }) {
      let x = scale.clampedPosition(of: end)
      marks.append(
        .line(
          from: Point(x, middle - reach), to: Point(x, middle + reach),
          Stroke(.orange, width: 1.8)))
    }
    if let usual = row.usual {
      marks.append(.rectangle(box(usual.low, usual.high, from: 0.6 * reach), .green))
    }
    if let interval = row.interval {
      marks.append(
        .line(
          from: Point(scale.clampedPosition(of: interval.low), middle),
          to: Point(scale.clampedPosition(of: interval.high), middle), Stroke(.blue, width: 2)))
    }
    let place = Point(scale.clampedPosition(of: row.value), middle)
    return marks + [.dots([place], .blue, diameter: 8)]
  }

  private static func legend(
    of rows: [Row], _ style: Rows, _ language: Language, _ fonts: Fonts
  ) -> [Mark] {
    var entries = [LegendEntry(.dots(.blue), language.text(.chartValue))]
    if rows.contains(where: { $0.assessed?.decidingRange != nil }) {
      entries.append(LegendEntry(.area(.segment), language.text(.chartTypical)))
    }
    if rows.contains(where: { $0.assessed?.published != nil }) {
      entries.append(
        LegendEntry(.line(Stroke(.orange, width: 1.8)), language.text(.chartPublished)))
    }
    if rows.contains(where: { $0.usual != nil }) {
      entries.append(LegendEntry(.area(.green), language.text(.chartUsual)))
    }
    let widest = entries.map { fonts.small.width(of: $0.text) + 60 }.max() ?? 0
    let most = max(1, Int(style.width / max(widest, 1)))
    return LegendEntry.marks(
      of: entries, columns: min(most, 2 * style.columns), width: style.width, top: style.margin,
      fonts)
  }
}

extension Standing {
  package var phrase: Phrase {
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
