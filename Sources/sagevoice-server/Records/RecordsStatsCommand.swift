import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner
import RecordStore
import VoiceTypes

struct RecordsStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "stats", "Count people and sessions by group, with medians and quartiles.",
    """
    Each person counts once, with the mean of all sessions. Cells of fewer than \
    \(GroupStatistics.leastPeople) people, and cells that reveal such cells, are suppressed. \
    Amended sessions, sessions of unknown people, without results or with a failed check do not \
    count. The command does not check consent to research; use `records export --consented` to \
    share data.
    """,
    examples: [
      "sagevoice records stats --store store --by age_band,device",
      "sagevoice records stats --store store --by reference --format csv",
    ])

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @Option(
    help: ArgumentHelp(
      """
      Comma-separated groups: age_band, reference (F0 reference group), gender, device, os_version, \
      app_version.
      """,
      valueName: "list"),
    transform: AxisList.init)
  var by: AxisList

  @Option(otherwise: .json)
  var format: OutputFormat

  @OptionGroup(title: HelpText.Title.output) var table: CellOptions
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws { try table.check(isTable: format == .csv) }

  func run() throws {
    try perform {
      let store = try selection.open()
      let document = try StoreProgressBar(messages.verbosity).during { progress in
        try StoreStatistics(of: store, by: by.axes, reporting: progress).document
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
      throw ValidationError("expected one or more of \(known), separated by commas, each once.")
    }
    self.axes = axes
  }
}
