import BaselineService
import CommandSupport
import VoiceReport
import VoiceTypes

/// Statistics of a store as CSV or text.
struct StatisticsReport {
  private let document: StatisticsDocument

  init(_ document: StatisticsDocument) { self.document = document }

  private var statistics: GroupStatistics { document.statistics }

  /// The total, and every cell that is shown.
  private var groups: [StatisticsGroup] { [statistics.total].compactMap { $0 } + statistics.cells }

  // MARK: - A table

  /// Returns one row per measure of each group. The axes of the total and hidden values are empty.
  func csv(_ cells: CSV.Cells = .guarded) -> String {
    let axes = statistics.axes.map(\.rawValue)
    let header =
      axes + ["people", "sessions", "measure", "unit", "n", "lower_quartile", "median"]
      + ["upper_quartile"]
    let rows = groups.flatMap { group in group.measures.map { row(of: group, $0) } }
    return ([header] + rows).map { CSV.line($0, cells) }.joined()
  }

  private func row(of group: StatisticsGroup, _ summary: StatisticsGroup.Summary) -> [String] {
    var fields = statistics.axes.map { group.cell[$0] ?? "" }
    fields += ["\(group.people)", "\(group.sessions)"]
    fields += [summary.measure.rawValue, summary.measure.unit]
    fields.append(summary.people.map { "\($0)" } ?? "")
    fields += [summary.lowerQuartile, summary.median, summary.upperQuartile].map {
      $0?.description ?? ""
    }
    return fields
  }

  // MARK: - For people

  private static let table = TextTable(
    [.left(28), .right(6), .right(11), .right(11), .right(11)], indent: "  ", gap: 1)

  /// The groups with one line per measure.
  var text: String {
    let axes = statistics.axes.map { commandText("axis.\($0.rawValue)") }
    var lines = [commandText("stats.heading", ["groups": axes.joined(separator: ", ")]), ""]
    for group in groups { lines += self.lines(of: group) + [""] }
    let leftOut = StatisticsDocument.LeftOut.allCases.compactMap { reason in
      document.leftOut[reason].flatMap { $0 > 0 ? $0 : nil }.map {
        commandText("stats.left_out.\(reason.rawValue)", ["count": "\($0)"])
      }
    }
    lines += WrappedText.lines(
      commandText(
        "stats.suppressed",
        ["count": "\(statistics.suppressedCells)", "needed": "\(GroupStatistics.leastPeople)"]))
    if !leftOut.isEmpty {
      lines += WrappedText.lines(
        commandText("stats.left_out", ["sessions": leftOut.joined(separator: ", ")]), hanging: "  ")
    }
    return lines.report
  }

  private func lines(of group: StatisticsGroup) -> [String] {
    let words = statistics.axes.compactMap { group.cell[$0]?.printable }
    let columns = ["count", "quartile_1", "median", "quartile_3"]
    return [
      commandText(
        "stats.group",
        [
          "group": words.isEmpty ? commandText("stats.all") : words.joined(separator: ", "),
          "people": "\(group.people)", "sessions": "\(group.sessions)",
        ]),
      Self.table.line([""] + columns.map { commandText("column.\($0)") }),
    ] + group.measures.map(line)
  }

  private func line(of summary: StatisticsGroup.Summary) -> String {
    let format = summary.median.map { MeasureFormat(of: $0, summary.measure) }
    var cells = [summary.measure.title, summary.people.map { "\($0)" } ?? "-"]
    cells += [summary.lowerQuartile, summary.median, summary.upperQuartile].map {
      number in number.flatMap { format?.text($0) } ?? "-"
    }
    return Self.table.line(cells + [format?.unit ?? ""])
  }
}
