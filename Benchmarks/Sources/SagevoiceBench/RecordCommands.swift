import ArgumentParser
import BenchmarkRecords
import FoundationEssentials

/// Compares two records.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Lay two records side by side, as a Markdown table.")

  @Argument(help: "The older record, JSON.") var old: String
  @Argument(help: "The newer record, JSON.") var new: String

  func run() throws {
    let comparison = RecordComparison(
      try BenchmarkRecord.reading(old), try BenchmarkRecord.reading(new))
    print(comparison.markdown, terminator: "")
  }
}

/// Draws a record.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw the stages of a record as SVG.")

  @Argument(help: "A record, JSON.") var record: String
  @Argument(help: "The picture to write.") var picture: String

  func run() throws {
    guard let plot = Plot(of: try BenchmarkRecord.reading(record)) else {
      throw BenchError("\(record) has no stages of the 10 s voice")
    }
    try Data(plot.svg.utf8).write(to: URL(filePath: picture))
  }
}

extension BenchmarkRecord {
  fileprivate static func reading(_ path: String) throws -> BenchmarkRecord {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError("\(path) cannot be read")
    }
    return try BenchmarkRecord(json: data)
  }
}
