import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner
import RecordStore
import VoiceTypes

struct RecordsStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count people and sessions by group, with median and quartiles of their measures.",
    discussion: """
      Of each cell and of all together: how many people and sessions, and of each primary measure how \
      many people have a value, its median and its quartiles; of one person the mean of all \
      sessions counts. Cells of fewer than \(GroupStatistics.leastPeople) people are not shown, nor others \
      by which they could be worked out. Nobody's consent to research is asked for: these are counts for \
      whoever keeps the store. What is handed on to others is `records export --consented`. Sessions that were amended, of nobody who is known, without \
      results or with a failed check do not count.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(
    help: ArgumentHelp(
      "What to group by: age_band, reference or device, or several with commas between.",
      valueName: "list"),
    transform: AxisList.init)
  var by: AxisList

  @Option(help: "json, csv or text.")
  var format: OutputFormat = .json

  @OptionGroup var table: CellOptions

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func validate() throws { try table.check(isTable: format == .csv) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let document = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        try Records.stored { () throws(StoreError) in
          try StoreStatistics(of: store, by: by.axes, telling: progress).document
        }
      }
      switch format {
      case .json: try CommandOutput.write(document.json.fileText)
      case .csv: try CommandOutput.write(StatisticsReport(document).csv(table.cells))
      case .text: try CommandOutput.write(StatisticsReport(document).text)
      }
      return .success
    }
  }
}

/// The value of `--by`.
struct AxisList {
  /// The axes, without duplicates.
  let axes: [StatisticsAxis]

  /// Parses a list such as `age_band,device`.
  init(_ argument: String) throws {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let axes = words.compactMap(StatisticsAxis.init)
    guard axes.count == words.count, Set(axes).count == axes.count else {
      let known = StatisticsAxis.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("one or more of \(known), with commas between, none twice")
    }
    self.axes = axes
  }
}
