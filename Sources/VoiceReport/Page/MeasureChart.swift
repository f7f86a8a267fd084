// Measures with their reference limits, one axis per measure.

package import VoiceTypes

/// Renderer of the axes in the table of lead measures, and of their legend.
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
      let limits = [assessed?.decidingRange, assessed?.published].compactMap { $0?.ends }.joined()
      return [value, interval?.low, interval?.high, usual?.low, usual?.high].compactMap(\.self)
        + limits
    }
  }

  /// The size of an axis, and half the height of its bars, in page units.
  private static let (width, height, barReach) = (110.0, 16.0, 6.0)

  private static let published = Stroke(.orange, width: 1.8)

  /// Returns the axis of each measure with limits or a personal range.
  package static func axes(of content: ReportContent) -> [Measure: Scene] {
    Dictionary(
      uniqueKeysWithValues: rows(of: content).map { row in
        let marks = bars(of: row)
        return (
          row.measure, Scene(width: width, height: height, title: "", description: "", marks: marks)
        )
      })
  }

  /// Returns the legend of the axes; nil without compared measures.
  package static func legend(of content: ReportContent, language: Language) -> Scene? {
    let rows = rows(of: content)
    guard !rows.isEmpty else { return nil }
    let fonts = Fonts()
    let entries = LegendEntry.shown(
      [
        (.dots(.blue), .chartValue, true),
        (.area(.segment), .chartTypical, rows.contains { $0.assessed?.decidingRange != nil }),
        (.line(published), .chartPublished, rows.contains { $0.assessed?.published != nil }),
        (.area(.leftOutLight), .chartUsual, rows.contains { $0.usual != nil }),
      ], language)
    let widest = entries.map { fonts.small.width(of: $0.text) + 60 }.max() ?? 0
    let columns = FigureLayout.width < 2 * widest ? 1 : 2
    let marks = LegendEntry.marks(of: entries, columns: columns, top: 4, fonts)
    return Scene(
      width: FigureLayout.width, height: (marks.compactMap { $0.box?.bottom }.max() ?? 0) + 4,
      title: language.text(.chartHeading),
      description: rows.map { language.name(of: $0.measure) }.joined(separator: ", "), marks: marks)
  }

  private static func rows(of content: ReportContent) -> [Row] {
    guard let findings = content.document.findings else { return [] }
    let assessed = findings.compared
    return Measure.allCases.compactMap { measure in
      guard let value = findings.biomarkers[measure].number else { return nil }
      let usual = content.personalRange(of: measure)?.range
      // Other measures of a family repeat its lead measure.
      let isLead = usual != nil && measure.facts.followed?.isPrimary == true
      guard assessed[measure] != nil || isLead else { return nil }
      return Row(
        measure: measure, value: value, interval: findings.uncertainty[measure],
        assessed: assessed[measure], usual: usual)
    }
  }

  private static func bars(of row: Row) -> [Mark] {
    let (reach, middle) = (barReach, height / 2)
    let magnitude = row.value.magnitude
    guard
      let range = Scale.range(of: row.ends, margin: 0.12, least: max(0.1 * magnitude, 1e-9))
    else { return [] }
    let scale = Scale(.differences, of: range, from: 0, to: width)
    func box(_ low: Double?, _ high: Double?, from start: Double) -> Box {
      Box(
        left: low.map(scale.clampedPosition) ?? 0, top: middle + start,
        right: high.map(scale.clampedPosition) ?? width, bottom: middle + reach)
    }
    var marks: [Mark] = [.rectangle(box(nil, nil, from: -reach), .panel)]
    if let typical = row.assessed?.decidingRange {
      marks.append(.rectangle(box(typical.low, typical.high, from: -reach), .segment))
    }
    for end in row.assessed?.published?.ends ?? [] {
      let x = scale.clampedPosition(of: end)
      marks.append(
        .line(from: Point(x, middle - reach), to: Point(x, middle + reach), Self.published))
    }
    if let usual = row.usual {
      marks.append(.rectangle(box(usual.low, usual.high, from: 0.6 * reach), .leftOutLight))
    }
    if let interval = row.interval {
      marks.append(
        .line(
          from: Point(scale.clampedPosition(of: interval.low), middle),
          to: Point(scale.clampedPosition(of: interval.high), middle), Stroke(.blue, width: 2)))
    }
    let place = Point(scale.clampedPosition(of: row.value), middle)
    return marks + [.dots([place], .blue, diameter: 7)]
  }
}
