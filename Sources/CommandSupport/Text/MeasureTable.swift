// All values with their intervals, each with its significant digits.

import VoiceReport
import VoiceTypes

/// The table of values in a text report.
struct MeasureTable {
  private static let table = TextTable([.left(35), .right(8), .left(10)], indent: "  ")

  /// The explanation of the intervals, below the table.
  static var intervalNote: String { commandText("measures.interval") }

  /// The measures in document order.
  let measures: [Measure]
  let biomarkers: Biomarkers
  let intervals: [Measure: ConfidenceInterval]
  let naming: MeasureNaming

  /// The rows in a block per group with values.
  var lines: [String] {
    let blocks = MeasureGroup.allCases.map { group in
      (group, measures.filter { $0.group == group }.compactMap(row))
    }.filter { !$0.1.isEmpty }
    let head =
      intervals.isEmpty ? [] : [Self.table.line(["", "", "", commandText("column.interval")])]
    return head + blocks.flatMap { group, rows in [naming.text(group)] + rows }
  }

  /// The smallest changes between two days, in a block of their own; empty without any.
  var smallestChanges: [String] {
    let rows = Measure.allCases.compactMap { measure in
      intervals[measure]?.smallestChange.map { change in
        Self.changes.line([
          naming.text(measure), change.text(change.recording), change.text(change.session),
        ])
      }
    }
    guard !rows.isEmpty else { return [] }
    let head = Self.changes.line([
      "", commandText("column.one_vowel"), commandText("column.three_vowels"),
    ])
    return WrappedText.lines(commandText("measures.smallest_change")) + [head] + rows + [""]
  }

  private static let changes = TextTable([.left(37), .right(12), .right(14)], indent: "  ")

  private func row(of measure: Measure) -> String? {
    biomarkers[measure].number.map { number in
      let interval = intervals[measure]
      let format = MeasureFormat(of: number, measure, interval: interval, naming.scale, in: .ofText)
      let range = interval.map { format.text($0) + format.unit }
      return Self.table.line([naming.text(measure), format.text(number), format.unit, range ?? ""])
    }
  }
}

extension SmallestChange {
  fileprivate func text(_ value: Double) -> String {
    let text =
      switch scale {
      case .logarithmic: "× \(NumberFormat.fixed(value, 2))"
      case .decibels: "\(NumberFormat.fixed(value, 1)) dB"
      }
    return Language.ofText.localized(text)
  }
}
