// All values with their intervals, each with its significant digits.

import CommandSupport
import VoiceTypes

/// The table of values in a text report.
struct MeasureTable {
  private static let table = TextTable([.left(37), .right(9), .left(7)], indent: "  ")

  /// The explanation of the intervals, below the table.
  static let intervalNote =
    "95 %: of 100 recordings of this voice, held in the same way, the intervals of about 95 contain "
    + "what a long recording would measure. They know the variation within this recording only, not "
    + "that from day to day, with loudness or between microphones. Numbers have the digits that the "
    + "interval bears, or three where there is none."

  let biomarkers: Biomarkers
  let intervals: [Measure: ConfidenceInterval]
  let naming: MeasureNaming

  /// The rows in a block per group with values.
  var lines: [String] {
    let blocks = MeasureGroup.allCases.map { group in
      (group, group.measures.compactMap(row))
    }.filter { !$0.1.isEmpty }
    return blocks.flatMap { group, rows in [naming.text(group)] + rows }
  }

  private func row(of measure: Measure) -> String? {
    biomarkers[measure].number.map { number in
      let interval = intervals[measure]
      let places = NumberText.places(of: number, measure, interval: interval)
      let range = interval.map { interval in
        let ends = [interval.low, interval.high].map { NumberText.fixed($0, places) }
        return "95 %: \(ends.joined(separator: " to "))"
      }
      return Self.table.line([
        naming.text(measure), NumberText.fixed(number, places), NumberText.unit(of: measure),
        range ?? "",
      ]).trimmingEnd
    }
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
